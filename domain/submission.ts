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
 * The body of `POST /contact.php`. Our own pages send the record's id; a client that knows nothing
 * of ids may leave it out.
 */
export const contactPhpBody = z.intersection(content, z.object({ id: submissionId.optional() }));
export type ContactPhpBody = z.output<typeof contactPhpBody>;
