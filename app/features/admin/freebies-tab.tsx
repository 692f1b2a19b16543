import { ExternalLink } from 'lucide-react';
import { freebieForm, missingFile } from '#domain/media.ts';
import { TextInput } from '../forms/form-fields.tsx';
import { ContentTab } from './content-tab.tsx';
import { defineContent } from './define-content.ts';
import { mediaDeletionFailed, showFile, UploadedAt } from './media-words.tsx';
import { CardLink } from './record-card.tsx';

const freebies = defineContent({
  ...{ table: 'freebies', noun: 'freebie', schema: freebieForm.pick({ title: true }) },
  hasPublication: true,
  deletionFailed: mediaDeletionFailed('freebie'),
  file: {
    ...{ kind: 'freebie', column: 'file_url', label: 'PDF', otherLabel: 'Another PDF' },
    ...{ missing: missingFile.freebie, wrongKind: missingFile.freebie, show: showFile },
  },
  toTexts: ({ title }) => ({ title }),
  compared: { title: 'Title' },
  Fields: ({ fields }) => <TextInput field={fields.title} label="Title" />,
  toCard: ({ title, file_url, created_at }, { timeZone }) => ({
    title,
    actions: (
      <CardLink icon={ExternalLink} href={file_url} isExternal>
        View<span className="sr-only"> {title}</span>
      </CardLink>
    ),
    children: <UploadedAt instant={created_at} timeZone={timeZone} />,
  }),
});

/** Free PDFs: uploaded, opened, edited and deleted. */
export const FreebiesTab = () => <ContentTab type={freebies} />;
