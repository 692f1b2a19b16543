import { requiredText, z } from '#rules/zod.ts';
import { listOf, paragraph, words } from './parts.ts';

/** The placeholders in emails about a session, and their meanings. */
export const mailPlaceholders = {
  name: 'client’s name',
  session: 'type of session',
  time: 'day and time, with the time zone',
  meeting: 'how you meet, such as Zoom',
  site: 'your site’s name',
} as const;

/** The placeholders in the automatic answer to a message or an inquiry. */
export const answerPlaceholders = {
  name: 'the person’s name',
  site: 'your site’s name',
} as const;

/** The placeholders in quick replies. */
export const replyPlaceholders = {
  ...answerPlaceholders,
  course: 'the plan they asked about, or “our courses”',
  booking: 'the address of your booking page',
  pay: 'where they pay for their order, or see your offers',
} as const;

type Placeholders = Readonly<Record<string, string>>;

const placeholder = / ?\{([^{}]*)\}/g;

/** Returns an error about the placeholders of a text, if there is one. */
function findPlaceholderFault(text: string, known: Placeholders): string | undefined {
  const unknown = [...text.matchAll(placeholder)].find(
    ([, name = '']) => !Object.hasOwn(known, name),
  );
  const listed = Object.keys(known)
    .map((name) => `{${name}}`)
    .join(', ');
  if (unknown) return `${unknown[0].trim()} is not a placeholder. You can use ${listed}.`;
  return /[{}]/.test(text.replaceAll(placeholder, ''))
    ? `There is a single curly bracket here. You can use ${listed}.`
    : undefined;
}

/** Replaces the placeholders in a text. An empty value also removes the space before it. */
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

/** The texts of one email to a client. */
export const mailWords = z.object({
  subject: withPlaceholders(words(200)).meta({ label: 'Subject' }),
  heading: withPlaceholders(requiredText('Fill this in.', 1, 100)).meta({
    label: 'Heading',
    help: 'Above the type of session.',
  }),
  introduction: withPlaceholders(requiredText('Fill this in.', 1, 2_000)).meta({
    label: 'Opening',
    isLong: true,
  }),
  closing: withPlaceholders(requiredText('', 0, 2_000)).meta({
    label: 'Closing',
    help: 'Below the session details.',
    isLong: true,
  }),
});
export type MailWords = z.output<typeof mailWords>;

/** The automatic answer to a message or an inquiry. */
export const automaticAnswer = z.object({
  isSent: z.boolean().meta({ label: 'Answer messages and inquiries automatically' }),
  subject: withPlaceholders(words(200), answerPlaceholders).meta({ label: 'Subject' }),
  text: withPlaceholders(paragraph, answerPlaceholders).meta({ label: 'Text', isLong: true }),
});

/** Texts for replies to leads by email or WhatsApp. */
export const quickReplies = listOf(
  z.object({
    title: words(60).meta({ label: 'Title' }),
    text: withPlaceholders(paragraph, replyPlaceholders).meta({ label: 'Text', isLong: true }),
  }),
  { most: 12, uniqueBy: 'title' },
);
