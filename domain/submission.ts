import { bookingNotice } from './booking.ts';
import { leadContent } from './lead.ts';
import { submissionId } from './text.ts';
import { z } from './zod.ts';

const content = z.discriminatedUnion(
  'source',
  [...leadContent.options, bookingNotice],
  'Unknown source.',
);

/**
 * The body of `POST /contact.php`. The site's own pages send the id they made for the
 * record; a client that knows nothing of ids may leave it out.
 */
export const contactPhpBody = z.intersection(content, z.object({ id: submissionId.optional() }));
export type ContactPhpBody = z.output<typeof contactPhpBody>;
