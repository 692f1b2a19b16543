import { expect, it } from 'vitest';
import { filmBox, samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { sniffType } from './sniff-type.ts';

const brands = (...names: string[]) =>
  filmBox('ftyp', names[0] ?? '', '\0\0\0\0', ...names.slice(1));
const item = (type: string) => filmBox('meta', '\0\0\0\0', filmBox('infe', `\0\0\0\0${type}`));
const after = (before: string | Buffer) =>
  Buffer.concat([Buffer.from(before as string), samplePdf()]);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

it.each<[name: string, type: string | undefined, content: Buffer]>([
  ['a PDF', 'application/pdf', after('')],
  ['a PDF after a byte order mark', 'application/pdf', after('\ufeff')],
  ['a PDF after blank lines', 'application/pdf', after('\r\n \r\n')],
  ['a PDF after email headers', 'application/pdf', after('Content-Type: application/pdf\r\n\r\n')],
  ['a PDF after 1,024 bytes', 'application/pdf', after(' '.repeat(1024))],
  ['a PDF after 1,025 bytes', undefined, after(' '.repeat(1025))],
  ['a PDF after the byte order mark of UTF-16', 'application/pdf', after(utf16(''))],
  ['a PDF after a line in UTF-16', 'application/pdf', after(utf16('Zoë’s chart\r\n'))],
  ['a PDF after a line of PostScript', 'application/pdf', after('%!PS-Adobe-3.0\n')],
  ['a PDF after a line of EPS', 'application/pdf', after('%!PS-Adobe-3.0 EPSF-3.0\n')],
  ['a PDF after the commands of a printer', 'application/pdf', after('\x1b%-12345X@PJL\r\n')],
  ['PostScript', 'application/postscript', Buffer.from('%!PS-Adobe-3.0\nshowpage\n')],
  ['a PDF after a page in UTF-16', 'text/html', after(utf16('<html><script>alert(1)</script>'))],
  [
    'a PDF in a ZIP archive',
    'application/zip',
    after(`PK\x03\x04\x14${'\0'.repeat(21)}\x05\0\0\0a.pdf`),
  ],
  ['a PDF after a page', 'text/html', after('<html><script>alert(1)</script>')],
  ['a PDF after a picture with a script', 'text/html', after('<img src=x onerror=alert(1)>')],
  ['a PDF after a drawing', 'image/svg+xml', after('<svg onload=alert(1)>')],
  ['AVIF', 'image/avif', brands('avif', 'mif1', 'miaf')],
  ['AVIF with the general brand', 'image/avif', brands('mif1', 'miaf', 'avif')],
  ['an animated AVIF', 'image/avif', brands('avis', 'msf1', 'avif')],
  ['an AVIF sequence with the general brand', 'image/avif', brands('msf1', 'avis')],
  ['AVIF with another general brand', 'image/avif', brands('miaf', 'avif')],
  ['an MP4', 'video/mp4', brands('isom', 'iso2', 'avc1', 'mp41')],
  ['an MP4 in HEVC', 'video/mp4', brands('mp42', 'isom', 'hvc1')],
  ['AVIF by its item alone', 'image/avif', Buffer.concat([brands('mif1', 'miaf'), item('av01')])],
  ['HEIC', 'image/heic', brands('heic', 'mif1', 'heic')],
  ['HEIC with the general brand', 'image/heic', brands('mif1', 'heic')],
  ['HEIC by its item alone', 'image/heic', Buffer.concat([brands('mif1', 'miaf'), item('hvc1')])],
  ['a burst of HEIC', 'image/heic', brands('hevc', 'msf1', 'hevc')],
])('recognises %s: %s', async (_, type, content) => {
  expect(await sniffType(content)).toBe(type);
});

it('treats an animated PNG as a PNG', async () => {
  const png = await samplePicture('png');
  const control = Buffer.from('0000000861635 44c0000000200000000f38d9370'.replace(' ', ''), 'hex');
  const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  expect(await sniffType(moving)).toBe('image/png');
});
