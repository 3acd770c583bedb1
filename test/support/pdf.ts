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

/** A PDF of one page whose content is given as a stream, packed already: for streams that unpack to far more than they are. */
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
