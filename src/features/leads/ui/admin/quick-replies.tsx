import { Mail, MessageSquareReply } from 'lucide-react';
import { useState } from 'react';
import {
  CardButton,
  CardLink,
  Loaded,
  useRead,
  WhatsAppLink,
} from '#features/admin-ui/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { replyHref } from '#rules/contact-links.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { type Lead, useLeadChanges } from './use-lead-changes.ts';

/**
 * Returns how to reply to a lead. Starting a reply marks the lead as answered, which can be undone.
 */
function useReply({ lead }: { lead: Lead }) {
  const site = useSettings();
  const { setState } = useLeadChanges();
  return {
    toMailHref: (text?: string) => replyHref(lead.email, `Re: ${site.name}: ${lead.source}`, text),
    onAnswer() {
      if (lead.state === 'new') setState(lead, 'answered');
    },
  };
}

/** Starts a reply in the mail app or in WhatsApp. */
export function ReplyLinks({ lead }: { lead: Lead }) {
  const { toMailHref, onAnswer } = useReply({ lead });
  return (
    <>
      <CardLink
        icon={Mail}
        spoken={` to ${lead.name} by email`}
        href={toMailHref()}
        onClick={onAnswer}
      >
        Reply
      </CardLink>
      <WhatsAppLink phone={lead.phone} spoken={` to ${lead.name}`} onClick={onAnswer} />
    </>
  );
}

/** Starts a reply from one of the mentor's own texts, then offers to mark the lead as answered. */
export function QuickReplies({ lead }: { lead: Lead }) {
  const [isOpen, open] = useState(false);
  const [isChosen, choose] = useState(false);
  const { onAnswer } = useReply({ lead });
  const { name } = lead;

  function close(): void {
    open(false);
    choose(false);
  }

  return (
    <>
      <CardButton icon={MessageSquareReply} spoken={` to ${name}`} onClick={() => open(true)}>
        Quick reply
      </CardButton>
      <Dialog isOpen={isOpen} onClose={close} title={`Reply to ${name}`}>
        {isOpen && <Replies lead={lead} onChoose={() => choose(true)} />}
        {isChosen && lead.state === 'new' && (
          <div
            role="status"
            className="sticky -bottom-7 short:static -mx-7 mt-4 -mb-7 border-t border-hairline bg-raised px-7 py-4"
          >
            <p className="mb-3 text-sm text-muted">Did you send your reply?</p>
            <Button
              className="w-full"
              onClick={() => {
                onAnswer();
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

function Replies({ lead, onChoose }: { lead: Lead; onChoose: () => void }) {
  const { toMailHref } = useReply({ lead });
  // The texts are part of the settings, so changes to the settings trigger a refetch.
  const replies = useRead(['settings_versions', 'replies', lead.id], (api, init) =>
    api.leads[':id'].replies.$get({ param: { id: lead.id } }, init),
  );
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
                  <CardLink
                    icon={Mail}
                    spoken={`: ${title}`}
                    href={toMailHref(text)}
                    onClick={onChoose}
                  >
                    Email
                  </CardLink>
                  <WhatsAppLink
                    phone={lead.phone}
                    spoken={`: ${title}`}
                    text={text}
                    onClick={onChoose}
                  />
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
