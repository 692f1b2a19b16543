import { afterFirstPaint } from '#app/after-first-paint.ts';

/**
 * Keeps pictures that are not seen first away from the line until the first paint is done: they are
 * lazy, but near ones would take their share from the faces and the first picture. Browsers load no
 * lazy picture that is far beside the screen, where styles/base.css puts them meanwhile. Without
 * scripts they come as soon as they are near.
 */
export function holdPictures(): void {
  const { dataset } = document.documentElement;
  dataset.unpainted = '';
  afterFirstPaint(() => delete dataset.unpainted);
}
