/** The table of docs/glossary.md, as the build reads it (`web/glossary.mjs`). */
declare module '*/glossary.md' {
  const rows: readonly (readonly [word: string, meaning: string])[];
  export default rows;
}
