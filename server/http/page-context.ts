import { createContext } from 'react-router';
import type { LeadContent } from '#domain/lead.ts';

/**
 * What a page's loader may ask of the server. Handed in through the router's
 * context, so that pages know no database and tests can hand in their own.
 */
export interface PageServices {
  /** Pictures for the home carousel, newest first; empty until one was uploaded. */
  listTestimonials(): Promise<{ id: string; imageUrl: string }[]>;
  /**
   * Takes a lead that came without JavaScript: stores it, or else journals it.
   * False when neither was possible.
   */
  takeLead(lead: LeadContent): Promise<boolean>;
}

export const pageServicesContext = createContext<PageServices>();

/** The nonce that this answer's Content-Security-Policy names. */
export const nonceContext = createContext<string>();
