import { data } from 'react-router';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { Route } from './+types/post';

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Post not found', isIndexed: false });

export default function Post() {
  return (
    <section className="container-site grid min-h-[70svh] content-center justify-items-center gap-6 pt-(--header-height) text-center">
      <h1 className="text-title">Post not found.</h1>
      <ButtonLink to="/education" variant="secondary">
        Back to Education
      </ButtonLink>
    </section>
  );
}
