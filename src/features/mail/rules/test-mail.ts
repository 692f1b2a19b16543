/** The outcome of a test email. */
export interface TestMail {
  is_accepted: boolean;
  recipient: string;
  /** The mail server's answer, or why there is none. */
  answer: string;
}
