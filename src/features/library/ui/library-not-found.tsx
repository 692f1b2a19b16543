import { ButtonLink } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** The same for every link that leads nowhere, and for every lesson that can’t be opened. */
export const LibraryNotFound = () => (
  <PageHeader
    eyebrow="Your library"
    title="This page can’t be opened"
    introduction="The link may be incomplete or replaced by a newer one, or the lesson isn’t open for you now."
  >
    <ButtonLink to="/library" className="justify-self-start">
      Get your link again
    </ButtonLink>
  </PageHeader>
);
