export {
  type Converter,
  canQueue,
  describeFilm,
  type FilmState,
  filmStates,
  type ListedFilm,
} from './film.ts';
