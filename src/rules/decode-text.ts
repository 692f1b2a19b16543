/** Returns the encoding of UTF-16, which a file has with or without a mark. */
function findUtf16([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && third && second === 0 && fourth === 0) return 'utf-16le';
  return first === 0 && third === 0 && second && fourth ? 'utf-16be' : undefined;
}

/**
 * Returns the text of a file. Banks and spreadsheets write UTF-8 or Windows-1252, and some UTF-16. Some FNB
 * files have null characters.
 */
export function decodeText(file: Uint8Array): string {
  const decodeAs = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(file);
  try {
    return decodeAs(findUtf16(file) ?? 'utf-8').replaceAll('\0', '');
  } catch {
    return decodeAs('windows-1252').replaceAll('\0', '');
  }
}
