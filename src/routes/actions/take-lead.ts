import { data, type RouterContextProvider } from 'react-router';
import { readForm } from '#features/forms/ui/index.ts';
import type { LeadContent } from '#features/leads/rules/index.ts';
import type { z } from '#rules/zod.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';

interface LeadForm<Schema extends z.ZodType<object>> {
  schema: Schema;
  toLead: (values: z.output<Schema>) => LeadContent;
  /** The error if the server fails. */
  failed: string;
}

/** Handles a form that was posted without JavaScript. Returns the errors, or nothing. */
export async function takeLeadForm<Schema extends z.ZodType<object>>(
  context: Readonly<RouterContextProvider>,
  { schema, toLead, failed }: LeadForm<Schema>,
) {
  const { submission, isTrapped, captchaToken } = readForm(context.get(formContext), schema);
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  if (isTrapped) return undefined;
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  try {
    await services.checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
    await services.takeLead(toLead(submission.value), visitor);
    return undefined;
  } catch (error) {
    const { message, status } = toRefusal(error);
    const formErrors = [status < 500 ? message : failed];
    return data(submission.reply({ formErrors }), { status });
  }
}
