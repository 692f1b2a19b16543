import { parseResponse } from 'hono/client';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CardButton, Notice, useChange, useRead } from '#features/admin-ui/ui/index.ts';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';

/** The tables that can contain sample content. */
const tables = ['blog_posts', 'courses', 'events', 'freebies', 'videos'] as const;

/** Says that the site shows sample content, and removes it; nothing if there is none. */
export function SampleNotice() {
  const [question, setQuestion] = useState<Question>();
  const count = useRead(['samples'], (api, init) => api.samples.$get({}, init)).data?.count ?? 0;
  const removal = useChange({
    keys: ['samples', ...tables],
    send: (api) => parseResponse(api.samples.$delete()),
    saved: 'Sample content removed',
    failed: 'Could not remove the sample content',
  });
  if (count === 0) return null;
  const ask = () =>
    setQuestion({
      title: 'Remove all sample content?',
      text: 'Sample posts, courses, events, videos and freebies are permanently deleted, including those you edited. Your own content stays.',
      action: 'Remove sample content',
      isDanger: true,
      onYes: removal.mutate,
    });
  return (
    <Notice
      aria-label="Sample content"
      tone="gold"
      title="This site shows sample content."
      detail={String(count)}
    >
      <p className="max-w-prose text-sm text-muted">
        Visitors can see it. Remove it before you launch.
      </p>
      <CardButton icon={Trash2} isBusy={removal.isPending} onClick={ask}>
        Remove sample content
      </CardButton>
      <QuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </Notice>
  );
}
