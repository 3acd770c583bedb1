/**
 * Extensions of files that contain no HTML, by type. Pages have none, `.html`, `.php`, …; an unknown extension is
 * fetched and judged by its media type. So are rare ones that names of products and sites end with (character.ai,
 * notion.so).
 */
const NOT_PAGES: ReadonlySet<string> = new Set(
  (
    'jpg jpeg jpe png gif webp avif bmp ico svg tif tiff heic psd eps raw ' + // images
    'mp3 m4a ogg oga wav flac aac wma mid midi mp4 m4v mov avi mkv webm wmv flv mpg mpeg 3gp swf ' + // sound and film
    'zip gz tgz bz2 xz 7z rar tar z jar war apk exe msi dmg pkg deb rpm iso bin img dll class whl ' + // archives and programs
    'css js mjs map json xml rss atom woff woff2 ttf otf eot wasm ics vcf csv tsv sql db sqlite dat ' + // parts of pages, feeds, data
    'pdf ps dvi doc docx docm dot dotx xls xlsx xlsm ppt pptx pps ppsx odt ods odp rtf tex bib epub mobi djvu ' + // documents in other formats
    'torrent crx asc sig pgp dwg dxf stl obj kml kmz gpx shp'
  ) // the rest
    .split(' '),
);

/** Folders of scripts. Elsewhere a page about a library may have its name: `/wiki/Node.js`, `/package/discord.js`. */
const SCRIPT_FOLDER =
  /\/(?:_next|assets?|build|bundles?|cdn|chunks?|dist|inc|includes?|j(?:ava)?s(?:cripts?)?|jquery|libs?|media|node_modules|packs?|plugins?|public|resources?|scripts?|skins?|src|static|themes?|vendor|wp-\w+)\//i;

/** Whether the last segment of a path is the name of a library, not a script. @param path up to its query */
const isNameOfLibrary = (path: string): boolean =>
  /^\w+:\/\/[^/]+\/(?:[^/]+\/)+[^/]+$/.test(path) && !/\.min\.js$/i.test(path) && !SCRIPT_FOLDER.test(path);

/**
 * Pages about a file, named after it: in wikis, `/wiki/File:Cheese.jpg` in any language, and articles such as
 * `/wiki/Kernel32.dll`; on code hosts, `/owner/project/blob/main/package.json`.
 */
const PAGES_OF_FILES = [
  /\/(?:[A-Z]|%[C-F][\dA-F])(?:[\w-]|%[89A-F][\dA-F]){1,100}(?::|%3A)[^/]+$/,
  /^\w+:\/\/[^/]+\/wiki\/[A-Z%][^/]+$/,
  /^\w+:\/\/[^/]+\/[^/]+\/[^/]+\/(?:[^/]+\/){0,20}(?:blob|blame|tree|commits|\+|src\/(?:branch|commit|tag))\/[^/]+\//,
  /^\w+:\/\/bitbucket\.org\/[^/]+\/[^/]+\/src\/[^/]+\//,
];

/** Whether a path with the extension of a file leads to a page about it. @param path up to its query */
const isPageOfFile = (path: string): boolean => PAGES_OF_FILES.some((pattern) => pattern.test(path));

/** The extension, with its dot, by which a canonical URL's path names a file that is no page; null if there is none. */
export function nonPageExtension(url: string): string | null {
  const query = url.indexOf('?');
  const end = query === -1 ? url.length : query;
  const slash = url.lastIndexOf('/', end - 1);
  const dot = url.lastIndexOf('.', end - 1);
  // The slashes of the scheme do not start a path: a host alone, example.ps, is no file.
  if (dot <= slash || end - dot > 9 || url[slash - 1] === '/') return null;
  const extension = url.slice(dot + 1, end).toLowerCase();
  if (!NOT_PAGES.has(extension)) return null;
  const path = url.slice(0, end);
  return isPageOfFile(path) || (extension === 'js' && isNameOfLibrary(path)) ? null : `.${extension}`;
}
