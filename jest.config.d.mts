declare const config: { readonly projects: readonly { readonly displayName: string }[] };
export default config;
