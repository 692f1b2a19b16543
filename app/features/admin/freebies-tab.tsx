import { ExternalLink } from 'lucide-react';
import { freebieForm, missingFile } from '#domain/media.ts';
import { ContentTab } from './content-tab.tsx';
import { defineContent } from './define-content.ts';
import { mediaDeletionFailed, UploadedAt } from './media-parts.tsx';
import { CardLink } from './record-card.tsx';

const freebies = defineContent({
  ...{ table: 'freebies', noun: 'freebie', schema: freebieForm.pick({ title: true }) },
  hasPublication: true,
  deletionFailed: mediaDeletionFailed('freebie'),
  file: {
    ...{ kind: 'freebie', column: 'file_url', label: 'PDF', otherLabel: 'Another PDF' },
    ...{ missing: missingFile.freebie, wrongKind: missingFile.freebie },
  },
  toCard: ({ title, file_url, created_at }, { timeZone }) => ({
    title,
    actions: (
      <CardLink icon={ExternalLink} spoken={` ${title}`} href={file_url} isExternal>
        View
      </CardLink>
    ),
    children: <UploadedAt instant={created_at} timeZone={timeZone} />,
  }),
});

/** Free PDFs: uploaded, opened, edited and deleted. */
export const FreebiesTab = () => <ContentTab type={freebies} />;
