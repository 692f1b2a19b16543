export { FailedFilms, OldFilms } from './film-notices.tsx';
export { FilmState } from './film-state.tsx';
