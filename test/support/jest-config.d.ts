/** The configuration of the daily tests, as far as suites read it. */
declare module '*/jest.config.mjs' {
  const config: { readonly projects: readonly { readonly displayName: string }[] };
  export default config;
}
