import { Play } from 'lucide-react';
import type { PostBlock } from '#features/content/rules/post-content.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import { ExternalLink } from '#ui/link.tsx';
import { LinkedText } from './linked-text.tsx';

/** A post's content, on its page and in the editor's preview. */
export const PostContent = ({ blocks }: { blocks: PostBlock[] }) => (
  <div className="grid max-w-[68ch] grid-cols-1 gap-6 text-lead">
    {blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are static and have no ids
      <Block key={index} {...block} />
    ))}
  </div>
);

function Block(block: PostBlock) {
  if (block.kind === 'paragraph')
    return (
      <p dir="auto">
        <LinkedText tokens={block.tokens} />
      </p>
    );
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading dir="auto" className={block.level === 2 ? 'mt-4 text-heading' : 'font-semibold'}>
        <LinkedText tokens={block.tokens} />
      </Heading>
    );
  }
  if (block.kind === 'list')
    return (
      <ul className="grid list-disc gap-2 pl-6 marker:text-gold">
        {block.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are static and have no ids
          <li key={index} dir="auto">
            <LinkedText tokens={item} />
          </li>
        ))}
      </ul>
    );
  if (block.kind === 'picture')
    return (
      <div className="aspect-video bg-gold-wash">
        <Picture
          src={block.src}
          alt={block.alt}
          width={1280}
          height={720}
          sizes="(min-width: 768px) 44rem, 92vw"
          className="block size-full object-contain"
        />
      </div>
    );
  return <YouTubeLink {...block} />;
}

/**
 * A link to YouTube that a click replaces with the player (document/youtube.ts). Until then,
 * nothing is requested from YouTube.
 */
const YouTubeLink = ({ videoId, href }: { videoId: string; href: string }) => (
  <div>
    <ExternalLink
      href={href}
      rel="noreferrer"
      data-youtube={videoId}
      className="group grid aspect-video w-full place-content-center justify-items-center gap-3 rounded-sm bg-screen focus-visible:-outline-offset-4"
    >
      <span className="grid size-16 place-items-center rounded-full border border-gold-fill-from text-gold-fill-from group-hover:bg-gold-fill-from group-hover:text-on-gold">
        <Play className="ml-1 size-6 fill-current" strokeWidth={1.5} />
      </span>
      <span className="font-semibold text-gold-fill-from">Play the video from YouTube</span>
    </ExternalLink>
  </div>
);
