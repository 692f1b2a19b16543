import { data } from 'react-router';
import { PostContent } from '#app/features/posts/post-content.tsx';
import { PersonRequestSection } from '#app/features/privacy/person-request-form.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArticleFrame } from '#app/ui/page-header.tsx';
import { parsePostContent } from '#domain/post-content.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/privacy';

export async function loader({ context }: Route.LoaderArgs) {
  const { texts } = await context.get(pageServicesContext).readFacts();
  return data(texts.privacy === null ? null : parsePostContent(texts.privacy), {
    status: texts.privacy === null ? 404 : 200,
  });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Privacy Policy',
    description: 'What is kept about you, what for, and whom to ask.',
    isIndexed: Boolean(args.loaderData),
  });

/** What is kept about visitors, in the mentor's own words. */
export default function Privacy({ loaderData: paragraphs }: Route.ComponentProps) {
  return (
    <ArticleFrame eyebrow="Privacy">
      <h1 className="mt-5 mb-10 text-title">Privacy Policy</h1>
      {paragraphs ? (
        <PostContent paragraphs={paragraphs} />
      ) : (
        <>
          <p className="mb-8 text-lead text-muted">This page is being written.</p>
          <ButtonLink to="/">Return to Home</ButtonLink>
        </>
      )}
      <PersonRequestSection />
    </ArticleFrame>
  );
}
