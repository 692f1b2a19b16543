export { type FilmState, filmStates } from './film.ts';
