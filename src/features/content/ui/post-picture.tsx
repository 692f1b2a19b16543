import { Picture } from '#features/uploads/ui/index.ts';
import { isOwnUrl } from '#rules/picture-url.ts';
import { Candle } from '#ui/candle.tsx';

interface PostPictureProps {
  image: string | null;
  /** The id of the post, which decides how its candlesticks look. */
  post?: string;
  /** The alt text; null if the title next to it is enough. */
  alt?: string | null | undefined;
  sizes: string;
  isUrgent?: boolean;
}

/** A post's picture in a 16:9 box, or candlesticks if there is none. */
export const PostPicture = ({
  image,
  post = '',
  alt,
  sizes,
  isUrgent = false,
}: PostPictureProps) => (
  <div className="aspect-video overflow-hidden bg-gold-wash">
    {image && isOwnUrl(image) ? (
      <Picture
        src={image}
        alt={alt ?? ''}
        width={1280}
        height={720}
        sizes={sizes}
        isUrgent={isUrgent}
        className="block size-full object-cover"
      />
    ) : (
      <Placeholder post={post} />
    )}
  </div>
);

/** The heights and offsets of the candles. */
const heights = ['h-16 mt-10', 'h-12 mt-16', 'h-20 mt-4', 'h-14 mt-8', 'h-24 -mt-6'];

/** Returns the candles of a post. Their order depends on the post. */
function orderCandles(post: string): string[] {
  const number = [...post].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const start = number % heights.length;
  const turned = [...heights.slice(start), ...heights.slice(0, start)];
  return number % 2 === 0 ? turned : turned.reverse();
}

const Placeholder = ({ post }: { post: string }) => (
  <div data-testid="post-placeholder" className="grid size-full place-items-center">
    <div className="flex items-center gap-5 opacity-70">
      {orderCandles(post).map((height) => (
        <Candle key={height} className={`w-5 ${height}`} />
      ))}
    </div>
  </div>
);
