import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** The files of a ZIP file, read by another library. */
export async function unzip(bytes: Buffer): Promise<Map<string, { entry: Entry; content: Buffer }>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer as never)(bytes, {
    lazyEntries: true,
  });
  const files = new Map<string, { entry: Entry; content: Buffer }>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((content) => {
          files.set(entry.fileName, { entry, content });
          zip.readEntry();
        }, reject);
      });
    });
    zip.once('end', resolve).once('error', reject);
    zip.readEntry();
  });
  return files;
}
