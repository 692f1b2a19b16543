/** An email that could not be delivered. */
export interface FailedMail {
  key: string;
  recipient: string;
  subject: string;
  attempts: number;
  last_error: string | null;
  created_at: string;
  /** Whether its content is stored, so that it can be sent again. */
  is_resendable: boolean;
}
