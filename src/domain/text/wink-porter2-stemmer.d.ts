declare module 'wink-porter2-stemmer' {
  /**
   * Porter2 stem of an English word. CommonJS: its `module.exports` is this function, which ESM sees as the default
   * export.
   */
  export default function stem(word: string): string;
}
