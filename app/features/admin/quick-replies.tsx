import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Mail, MessageCircle, MessageSquareReply } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Link, textLink } from '#app/ui/link.tsx';
import { useAdminSession } from '../auth/session-guard.tsx';
import { Loaded } from './loaded.tsx';
import { CardLink, cardActionClass } from './record-card.tsx';
import type { Lead } from './use-lead-changes.ts';

interface QuickRepliesProps {
  lead: Lead;
  /** Begins a mail to the lead with this text. */
  toMailHref: (text: string) => string;
  /** The chat with the lead, if there is a phone number. */
  whatsApp: string | undefined;
  onAnswered: () => void;
}

/** Opens the mail app or WhatsApp with one of the mentor's own texts, then offers to mark the lead. */
export function QuickReplies({ lead, onAnswered, ...ways }: QuickRepliesProps) {
  const [isOpen, open] = useState(false);
  const [isChosen, choose] = useState(false);
  const { name } = lead;

  function close(): void {
    open(false);
    choose(false);
  }

  return (
    <>
      <button type="button" onClick={() => open(true)} className={cardActionClass}>
        <MessageSquareReply className="size-4" />
        Quick reply<span className="sr-only"> to {name}</span>
      </button>
      <Dialog isOpen={isOpen} onClose={close} title={`Reply to ${name}`}>
        {isOpen && <Replies lead={lead} {...ways} onChoose={() => choose(true)} />}
        {isChosen && lead.state === 'new' && (
          <div
            role="status"
            className="sticky -bottom-7 -mx-7 mt-4 -mb-7 border-t border-hairline bg-raised px-7 py-4"
          >
            <p className="mb-3 text-sm text-muted">Did you send your reply?</p>
            <Button
              className="w-full"
              onClick={() => {
                onAnswered();
                close();
              }}
            >
              Mark as answered
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}

interface RepliesProps extends Omit<QuickRepliesProps, 'onAnswered'> {
  onChoose: () => void;
}

function Replies({ lead, toMailHref, whatsApp, onChoose }: RepliesProps) {
  const { api } = useAdminSession();
  const replies = useQuery({
    // Of the settings: a change of their texts is read again.
    queryKey: ['settings_versions', 'replies', lead.id],
    queryFn: ({ signal }) =>
      parseResponse(
        api.leads[':id'].replies.$get({ param: { id: lead.id } }, { init: { signal } }),
      ),
  });
  return (
    <Loaded query={replies} failed="Quick replies could not be loaded." skeleton="mt-4 h-64">
      {({ items }) => (
        <>
          <ul className="mt-3">
            {items.map(({ title, text }) => (
              <li key={title} className="border-t border-hairline pt-3 pb-1 first:border-0">
                <h3 className="font-text font-semibold">{title}</h3>
                <p className="mt-1 line-clamp-3 text-sm text-muted">{text}</p>
                <p className="-ml-2 flex gap-x-2">
                  <CardLink icon={Mail} href={toMailHref(text)} onClick={onChoose}>
                    Email<span className="sr-only">: {title}</span>
                  </CardLink>
                  {whatsApp && (
                    <CardLink
                      icon={MessageCircle}
                      href={`${whatsApp}?text=${encodeURIComponent(text)}`}
                      isExternal
                      onClick={onChoose}
                    >
                      WhatsApp<span className="sr-only">: {title}</span>
                    </CardLink>
                  )}
                </p>
              </li>
            ))}
          </ul>
          {items.length === 0 && <p className="mt-4 text-muted">No quick replies yet.</p>}
          <Link
            to="/admin/settings/texts"
            className={`${textLink} inline-flex min-h-11 items-center text-sm`}
          >
            Edit quick replies
          </Link>
        </>
      )}
    </Loaded>
  );
}
