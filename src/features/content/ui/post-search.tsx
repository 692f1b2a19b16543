import { maxSearchLength } from '#features/content/rules/post-search.ts';
import { Button } from '#ui/button.tsx';
import { Link, textLink } from '#ui/link.tsx';

/** Searches posts with a plain form that needs no JavaScript. */
export const PostSearch = ({ path, search }: { path: string; search: string }) => (
  <search className="container-site block pb-10">
    <form action={path} className="flex max-w-xl flex-wrap gap-3">
      <input
        type="search"
        name="q"
        dir="auto"
        aria-label="Search posts"
        placeholder="Search posts"
        defaultValue={search}
        maxLength={maxSearchLength}
        className="min-h-12 min-w-40 flex-1 rounded-sm border border-hairline-strong bg-raised px-4 text-ink placeholder:text-muted"
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
    {search && (
      <p className="mt-4 text-muted">
        Posts that contain <strong dir="auto">{search}</strong>.{' '}
        <Link to={path} className={textLink}>
          Show all posts
        </Link>
      </p>
    )}
  </search>
);
