/** No email can be sent until the mentor changes the setting that the message names. */
export class MailSetUpError extends Error {}

/** A failure as reported by nodemailer or the connection. */
interface MailFailure {
  /** The mail server's response. */
  response?: string;
  responseCode?: number;
  code?: string;
  originalCode?: string;
  /** The rejected SMTP command. */
  command?: string;
  message?: string;
}

/**
 * The message for the mentor about a rejected email, and the affected field of the mail settings.
 */
interface Explanation {
  field: 'host' | 'encryption' | 'password' | 'senderEmail' | '';
  advice: string;
  /** The original message of the server or the connection. */
  detail: string;
}

const connectionCodes =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ECONNECTION|ESOCKET|EPROTOCOL)$/;

/**
 * Explains in plain words why a server rejected the test email, and what to do. `badLogin` is the
 * advice for a rejected password, which depends on the email service.
 */
export function explainMailFailure(error: unknown, badLogin: string): Explanation {
  const failure: MailFailure = Object(error);
  const { response, responseCode, code = '', originalCode, command = '', message = '' } = failure;
  const codes = [code, originalCode ?? ''];
  const explain = (field: Explanation['field'], advice: string): Explanation => ({
    field,
    advice,
    detail: response ? `The server said: ${response}` : message && `Details: ${message}`,
  });
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530 || responseCode === 535)
    return explain('password', badLogin);
  if (codes.includes('EPRIVATE'))
    return explain(
      'host',
      'This name points to a private network. Enter a server on the internet.',
    );
  if (codes.some((one) => ['ENOTFOUND', 'EAI_AGAIN', 'EDNS'].includes(one)))
    return explain('host', 'There is no server with this name. Check it for typos.');
  if (code === 'ETLS' || (!response && /certificate|\b(ssl|tls)\b|wrong version/i.test(message)))
    return explain(
      'encryption',
      'No secure connection was possible. Use TLS with port 465, or STARTTLS with port 587.',
    );
  if (codes.some((one) => ['ETIMEDOUT', 'EABORT'].includes(one)))
    return explain('host', 'The server did not answer in time. Check its name and the port.');
  if (!response && codes.some((one) => connectionCodes.test(one)))
    return explain('host', 'The site cannot connect to this server. Check its name and the port.');
  if (command === 'MAIL FROM' || code === 'EENVELOPE' || responseCode === 553)
    return explain(
      'senderEmail',
      'The server does not accept this sender. Use the address you sign in with, or one that you verified there.',
    );
  return explain('', 'The server rejected the test email.');
}

/**
 * Returns why an email was rejected, for the mentor: the mail server's own response, if there is
 * one.
 */
export function describeMailFailure(error: unknown): string {
  if (error instanceof MailSetUpError) return error.message;
  const { response, code, message = '' }: MailFailure = Object(error);
  if (response) return `The mail server answered: ${response}`;
  if (code === 'EABORT') return 'The mail server has not answered in time. Please try again later.';
  return `The mail server could not be reached (${message}). Check the email settings.`;
}
