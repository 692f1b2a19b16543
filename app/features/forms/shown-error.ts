/** Something that went wrong in a form, in words that are fit to be shown as they are. */
export class ShownError extends Error {
  override name = 'ShownError';
}
