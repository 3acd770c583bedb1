declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  const plugins: Record<'gfm' | 'tables' | 'strikethrough' | 'taskListItems', TurndownService.Plugin>;
  export default plugins;
}
