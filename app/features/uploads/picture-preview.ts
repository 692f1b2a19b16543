/**
 * An address by which this page can show a picture before it is sent; nothing when the browser
 * cannot show it. Whoever takes it gives it back (`URL.revokeObjectURL`). Never rejects.
 */
export async function previewPicture(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
    return url;
  } catch {
    URL.revokeObjectURL(url);
    return undefined;
  }
}
