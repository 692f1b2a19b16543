import { Hono } from 'hono';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { recordParam } from '#rules/list-page.ts';
import type { FilmServices } from './create-film-services.ts';

/** `/api/films`: the conversion of films, by the ids of the videos and lesson files that have them. */
export function createFilms({
  accounts,
  services: { films },
}: AdminGuard & { services: { films: FilmServices } }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, () => films.readFilms()),
    )
    .post(
      '/convert',
      signedIn({}, () => films.queueAll()),
    )
    .post('/:id/convert', signedIn({ param: recordParam }, films.queueFilm));
}
