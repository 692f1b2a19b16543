import { requiredText, z } from '../zod.ts';
import { listOf, paragraph, words } from './parts.ts';

/** What mails about a session can say of it. */
export const mailPlaceholders = {
  name: 'the name of who has booked',
  session: 'the kind of session',
  time: 'the day and the time, with the zone',
  meeting: 'how you meet, such as Zoom',
  site: 'the name of your site',
} as const;

/** The same for the automatic answer to a message or an inquiry. */
export const answerPlaceholders = {
  name: 'the name of the person',
  site: 'the name of your site',
} as const;

/** The same for quick replies. */
export const replyPlaceholders = {
  ...answerPlaceholders,
  course: 'the plan they asked about, or “our courses”',
  booking: 'the address of your booking page',
} as const;

type Placeholders = Readonly<Record<string, string>>;

const placeholder = / ?\{([^{}]*)\}/g;

/** Returns what is wrong with the placeholders of a text, if anything is. */
function findPlaceholderFault(text: string, known: Placeholders): string | undefined {
  const unknown = [...text.matchAll(placeholder)].find(
    ([, name = '']) => !Object.hasOwn(known, name),
  );
  const listed = Object.keys(known)
    .map((name) => `{${name}}`)
    .join(', ');
  if (unknown) return `${unknown[0].trim()} cannot be filled in. You can use ${listed}.`;
  return /[{}]/.test(text.replaceAll(placeholder, ''))
    ? `A curly bracket stands alone here. Please use ${listed}.`
    : undefined;
}

/** Returns the text with its placeholders filled in. An empty fact also removes the space before it. */
export const fillMailWords = (text: string, facts: Placeholders): string =>
  text
    .replaceAll(placeholder, (match, name: string) => {
      const fact = Object.hasOwn(facts, name) ? (facts[name] ?? '') : match;
      return fact && match.startsWith(' ') && !fact.startsWith(' ') ? ` ${fact}` : fact;
    })
    .trim();

const withPlaceholders = <Schema extends z.ZodType<string, string>>(
  schema: Schema,
  known: Placeholders = mailPlaceholders,
) =>
  schema.superRefine((text, context) => {
    const message = findPlaceholderFault(text, known);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** The words of one mail to whoever has booked. */
export const mailWords = z.object({
  subject: withPlaceholders(words(200)),
  /** The line above the kind of session. */
  heading: withPlaceholders(requiredText('Please fill this in.', 1, 100)),
  introduction: withPlaceholders(requiredText('Please fill this in.', 1, 2_000)),
  /** Stands below what was booked; may be empty. */
  closing: withPlaceholders(requiredText('', 0, 2_000)),
});
export type MailWords = z.output<typeof mailWords>;

/** The automatic answer to a message or an inquiry. */
export const automaticAnswer = z.object({
  isSent: z.boolean(),
  subject: withPlaceholders(words(200), answerPlaceholders),
  text: withPlaceholders(paragraph, answerPlaceholders),
});

/** What the mentor often writes to leads, ready to be sent by mail or WhatsApp. */
export const quickReplies = listOf(
  z.object({ title: words(60), text: withPlaceholders(paragraph, replyPlaceholders) }),
  { most: 12, keyOf: { value: ({ title }) => title, field: 'title' } },
);

/** The body of `POST /api/settings/texts/mail-preview`: which mail, in which words. */
export const mailPreview = z.object({
  mail: z.enum(['confirmation', 'reminder'], 'There is no such mail.'),
  words: mailWords,
});
export type MailPreview = z.output<typeof mailPreview>;
