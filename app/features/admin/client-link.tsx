import { Link2, MessageCircle } from 'lucide-react';
import { toast } from '#app/ui/toast.ts';
import { whatsAppHref } from '#domain/phone-number.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import type { Booking } from './booking-changes.ts';
import { cardActionClass } from './record-card.tsx';

/** Passes on the client's private link, by which they move or cancel: to copy, or on WhatsApp. */
export function ClientLink({ booking }: { booking: Booking }) {
  const { name, phone, session_type, booking_date, manage_path } = booking;
  const { timeZone, timeZoneLabel } = useFacts();
  const chat = phone && whatsAppHref(phone);

  function copy(): void {
    const url = new URL(manage_path, location.origin).href;
    navigator.clipboard.writeText(url).then(
      () => toast.success('Link copied'),
      () => toast.error(`Could not copy. The link is ${url}`),
    );
  }

  function writeTo(href: string): string {
    const when = `${formatDateAndClock(booking_date, timeZone)} ${timeZoneLabel}`;
    const url = new URL(manage_path, location.origin).href;
    const text = `Hi ${name}, your ${session_type} is on ${when}. Move or cancel: ${url}`;
    return `${href}?text=${encodeURIComponent(text)}`;
  }

  return (
    <>
      <button type="button" className={cardActionClass} onClick={copy}>
        <Link2 className="size-4" />
        Copy client link
      </button>
      {chat && (
        <a href={writeTo(chat)} target="_blank" rel="noreferrer" className={cardActionClass}>
          <MessageCircle className="size-4" />
          WhatsApp<span className="sr-only"> to {name}</span>
        </a>
      )}
    </>
  );
}
