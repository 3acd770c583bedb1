/** Extensions of files that hold no HTML: fetching them costs a fetch and brings nothing. */
const TEXTLESS = new Set(
  ('jpg jpeg png gif webp avif bmp tif tiff ico svg psd eps ai '
    + 'mp3 mp4 m4a m4v avi mov mkv webm wav ogg oga ogv flac wma wmv mpg mpeg aac mid midi ram rm swf flv '
    + 'zip gz tgz bz2 xz zst 7z rar tar z lzh cab iso dmg img deb rpm apk jar war exe msi bin dll so '
    + 'css js mjs map json xml rss atom woff woff2 ttf otf eot wasm '
    + 'pdf ps dvi doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi tex bib '
    + 'csv tsv sql db sqlite parquet hdf5 dat torrent ics vcf').split(' '),
);
/** The longest extension in the list. */
const MAX_EXTENSION = 7;

/** The extension of a path's last segment when it is one of a file without HTML, else null. The query does not count: `/show?file=a.jpg` may be a page. */
export function isTextlessFile(path: string): string | null {
  const query = path.indexOf('?');
  const end = query === -1 ? path.length : query;
  const dot = path.lastIndexOf('.', end - 1);
  if (dot === -1 || end - dot - 1 > MAX_EXTENSION || path.indexOf('/', dot) !== -1 && path.indexOf('/', dot) < end) return null;
  const extension = path.slice(dot + 1, end).toLowerCase();
  return TEXTLESS.has(extension) ? extension : null;
}
