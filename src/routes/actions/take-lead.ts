import type { SubmissionResult } from '@conform-to/react';
import { data, type RouterContextProvider } from 'react-router';
import { leadContent } from '#features/leads/rules/index.ts';
import type { PayLink } from '#rules/pay-link.ts';
import type { z } from '#rules/zod.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';

interface LeadForm<Schema extends z.ZodType<object>> {
  schema: Schema;
  /** With the id that the page gave the form, if it did. */
  toLead: (values: z.output<Schema>) => z.input<typeof leadContent> & { id?: string | undefined };
  /** The error if the server fails. */
  failed: string;
}

interface LeadOutcome {
  refusal?: ReturnType<typeof data<SubmissionResult>>;
  payLink?: PayLink | undefined;
}

/** Takes a form that was posted without JavaScript. Returns the errors, or how what it asks for is paid. */
export async function takeLeadForm<Schema extends z.ZodType<object>>(
  context: Readonly<RouterContextProvider>,
  { schema, toLead, failed }: LeadForm<Schema>,
): Promise<LeadOutcome> {
  const { submission, isTrapped, captchaToken } = readForm(context.get(formContext), schema);
  if (submission.status !== 'success') return refuse(submission.reply(), 422);
  if (isTrapped) return {};
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  try {
    await services.checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
    const { id, ...asked } = toLead(submission.value);
    return { payLink: await services.takeLead({ id, ...leadContent.parse(asked) }, visitor) };
  } catch (error) {
    const { message, fieldErrors, status } = toRefusal(error);
    const { voucher_code } = fieldErrors;
    if (voucher_code) return refuse(submission.reply({ fieldErrors: { voucher_code } }), status);
    const formErrors = [status < 500 ? message : failed];
    return refuse(submission.reply({ formErrors }), status);
  }
}

const refuse = (result: SubmissionResult, status: number): LeadOutcome => ({
  refusal: data(result, { status }),
});
