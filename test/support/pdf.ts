import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

export interface PdfPage {
  /** Paragraphs of lines. */
  readonly paragraphs: readonly (readonly string[])[];
  /** Link annotations, over the first paragraph's first line. */
  readonly links?: readonly string[];
}

const LINE = 14;

/** A PDF with text and links on A4 pages. */
export async function makePdf(pages: readonly PdfPage[], title = ''): Promise<Buffer> {
  const document = await PDFDocument.create();
  if (title !== '') document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { paragraphs, links = [] } of pages) {
    const page = document.addPage([595, 842]);
    let y = 780;
    for (const lines of paragraphs) {
      for (const line of lines) {
        page.drawText(line, { x: 50, y, size: 12, font });
        y -= LINE;
      }
      y -= 2 * LINE;
    }
    const annotations = links.map((url) =>
      document.context.register(
        document.context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [40, 776, 550, 794],
          Border: [0, 0, 0],
          A: { Type: 'Action', S: 'URI', URI: PDFString.of(url) },
        }),
      ),
    );
    page.node.set(PDFName.of('Annots'), document.context.obj(annotations));
  }
  return Buffer.from(await document.save());
}

const fileOf = (objects: readonly string[]): Buffer =>
  Buffer.from(
    `%PDF-1.4\n${objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`,
    'latin1',
  );
const PAGE = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</I 5 0 R>>>>>>',
];
const stream = (content: string, facts = ''): string =>
  `<<${facts}/Length ${content.length}>>stream\n${content}\nendstream`;

/**
 * A PDF with lines in a font that is not embedded and that only a predefined CMap reads.
 *
 * @param lines codes in that encoding
 */
export const pdfOfCodes = (cmap: string, ordering: string, ...lines: readonly Buffer[]): Buffer =>
  fileOf([
    ...PAGE,
    stream(`BT /F 12 Tf 20 200 Td ${lines.map((codes) => `<${codes.toString('hex')}> Tj 0 -14 Td`).join(' ')} ET`),
    `<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/${cmap}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/Any/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor 7 0 R>>`,
    '<</Type/FontDescriptor/FontName/Any/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  ]);

/** A PDF of one page with this content, with these actions of links, metadata in XML, and other annotations. */
export const pdfOfContent = (
  content: string,
  actions: readonly string[] = [],
  metadata = '',
  annotations: readonly string[] = [],
): Buffer =>
  fileOf([
    '<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R>>',
    PAGE[1] ?? '',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${actions
      .map((action) => `<</Type/Annot/Subtype/Link/Rect[10 190 200 220]/A<<${action}>>>>`)
      .join('')}${annotations.map((entries) => `<</Type/Annot/Rect[10 190 200 220]${entries}>>`).join('')}]>>`,
    stream(content),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    stream(metadata, '/Type/Metadata/Subtype/XML'),
  ]);

/** A PDF whose page is a picture, as from a scanner. */
export const scannedPdf = (): Buffer =>
  fileOf([
    ...PAGE,
    stream('300 0 0 300 0 0 cm /I Do'),
    stream('\x80', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'),
  ]);

/** A PDF of one page with a compressed content stream: for streams that expand greatly. */
export function pdfOfStream(packed: Buffer): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    null,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  objects.forEach((object, i) => {
    parts.push(Buffer.from(`${i + 1} 0 obj\n`));
    if (object !== null) parts.push(Buffer.from(object));
    else
      parts.push(
        Buffer.from(`<</Filter/FlateDecode/Length ${packed.length}>>stream\n`),
        packed,
        Buffer.from('\nendstream'),
      );
    parts.push(Buffer.from('\nendobj\n'));
  });
  parts.push(Buffer.from('trailer<</Root 1 0 R/Size 6>>\n%%EOF'));
  return Buffer.concat(parts);
}
