/* Films have two renditions: `data-full`, and `data-small`, which saves data. */

const storageKey = 'save-data';

let isSaving = false;

const readChoice = () => {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return isSaving;
  }
};

/** Returns the address of the rendition that the viewer wants. */
export const chooseSource = ({ dataset }: HTMLElement): string =>
  (isSaving ? dataset.small : dataset.full) ?? dataset.full ?? '';

/** Plays the chosen rendition from the same position. */
function changeSource(film: HTMLVideoElement): void {
  const source = chooseSource(film);
  if (new URL(source, location.href).href === film.src.replace(/#.*/, '')) return;
  const { currentTime, paused } = film;
  // Before its start, a film begins where the fragment of its address says.
  const start = film.readyState === 0 ? (/#.*/.exec(film.src)?.[0] ?? '') : '';
  film.src = source + start;
  if (currentTime > 0) film.currentTime = currentTime;
  if (!paused) film.play().catch(() => undefined);
}

function apply(choice: boolean): void {
  isSaving = choice;
  for (const box of document.querySelectorAll<HTMLInputElement>('input[data-save-data]')) {
    box.checked = isSaving;
    box.closest('label')?.removeAttribute('hidden');
  }
  for (const film of document.querySelectorAll<HTMLVideoElement>('video[data-small]'))
    changeSource(film);
}

/** Applies the viewer’s choice now and whenever it changes, and remembers it. */
export function watchSaveData(): void {
  apply(readChoice());
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.dataset.saveData !== undefined)) return;
    apply(target.checked);
    try {
      localStorage.setItem(storageKey, isSaving ? 'on' : 'off');
    } catch {
      // Private windows of some browsers store nothing.
    }
  });
}
