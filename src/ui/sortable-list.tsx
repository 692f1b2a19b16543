import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface SortableItemData {
  id: string;
  /** The name of the item. */
  name: string;
}

interface SortableListProps<Item extends SortableItemData> {
  label: string;
  items: readonly Item[];
  /** Moves an item to another position. Both count from 0. */
  onMove: (from: number, to: number) => void;
  /** Renders an item, with {@link MoveButtons} and a {@link DragHandle}. */
  children: (item: Item, index: number) => ReactNode;
  className?: string;
}

type Direction = 'up' | 'down';

interface ItemActions {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  step: (direction: Direction) => void;
  grab: (event: PointerEvent<HTMLElement>) => void;
}

const ItemContext = createContext<ItemActions | null>(null);

/** Returns the functions that move the item. Throws outside a {@link SortableList}. */
function useItem(): ItemActions {
  const item = use(ItemContext);
  if (!item) throw new Error('useItem needs a SortableList around it');
  return item;
}

/** A vertical list that is sorted with buttons, or by dragging. */
export function SortableList<Item extends SortableItemData>({
  label,
  items,
  onMove,
  children,
  className = 'grid gap-3',
}: SortableListProps<Item>) {
  const [announcement, setAnnouncement] = useState('');
  const { ref, rememberButton } = useFocusAfterStep(items);
  const { drag, grab } = useDrag(ref, move);

  function move(from: number, to: number): void {
    const item = items[from];
    if (!item || !items[to] || from === to) return;
    setAnnouncement(`${item.name} moved to position ${to + 1} of ${items.length}.`);
    onMove(from, to);
  }

  return (
    <>
      <ul ref={ref} aria-label={label} className={className}>
        {items.map((item, index) => (
          <li
            key={item.id}
            style={drag && { transform: `translateY(${offsetOf(index, drag)}px)` }}
            className={classNames(
              'min-w-0',
              drag && index !== drag.from && 'transition-transform motion-reduce:transition-none',
              index === drag?.from && 'relative z-10 opacity-90 shadow-lift',
            )}
          >
            <ItemContext
              value={{
                name: item.name,
                isFirst: index === 0,
                isLast: index === items.length - 1,
                grab: (event) => grab(event, index),
                step(direction) {
                  rememberButton(item.id, direction);
                  move(index, direction === 'up' ? index - 1 : index + 1);
                },
              }}
            >
              {children(item, index)}
            </ItemContext>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

interface Drag {
  from: number;
  /** The position where the item would be dropped. */
  to: number;
  /** How far the pointer has moved, in pixels. */
  distance: number;
  /** How far the items in between make room, in pixels. */
  room: number;
}

/** Returns how far an item is from its position during a drag, in pixels. */
function offsetOf(index: number, { from, to, distance, room }: Drag): number {
  if (index === from) return distance;
  if (from < index && index <= to) return -room;
  return to <= index && index < from ? room : 0;
}

/** Follows the pointer from a press on a handle to its release. */
function useDrag(
  list: RefObject<HTMLUListElement | null>,
  move: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();

  function grab({ currentTarget: handle, pointerId, button, clientY }: PointerEvent, from: number) {
    if (button !== 0) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const own = rows[from];
    if (!own) return;
    const [one, other] = rows;
    const gap = one && other ? other.top - one.bottom : 0;
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const room = own.height + gap;
    let latest: Drag = { from, to: from, distance: 0, room };
    const letGo = new AbortController();
    const { signal } = letGo;

    const follow = (event: globalThis.PointerEvent): void => {
      // The page may be scrolled meanwhile.
      const scrolled = (list.current?.getBoundingClientRect().top ?? top) - top;
      const distance = event.clientY - clientY - scrolled;
      const [upper, lower] = [own.top + distance, own.bottom + distance];
      const isPassed = (row: DOMRect, index: number) => {
        const middle = row.top + row.height / 2;
        return index < from ? upper < middle : lower > middle;
      };
      const above = rows.findIndex((row, index) => index < from && isPassed(row, index));
      const below = rows.findLastIndex((row, index) => index > from && isPassed(row, index));
      const to = above >= 0 ? above : Math.max(below, from);
      latest = { from, to, distance, room };
      setDrag(latest);
    };

    function end(isDropped: boolean): void {
      letGo.abort();
      setDrag(undefined);
      if (isDropped) move(from, latest.to);
    }

    handle.setPointerCapture(pointerId);
    const of = (type: 'pointermove' | 'pointerup' | 'pointercancel', listener: typeof follow) =>
      handle.addEventListener(type, listener as EventListener, { signal });
    of('pointermove', follow);
    of('pointerup', () => end(true));
    of('pointercancel', () => end(false));
  }

  return { drag, grab };
}

/**
 * The handle to drag an item of a {@link SortableList}, for pointers only: each item also has
 * {@link MoveButtons}. Throws outside a {@link SortableList}.
 */
export function DragHandle({ className }: { className?: string }) {
  const { grab } = useItem();
  return (
    <span
      aria-hidden="true"
      data-handle
      onPointerDown={grab}
      className={classNames(
        'grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted select-none active:cursor-grabbing max-sm:hidden',
        className,
      )}
    >
      <GripVertical className="size-5" />
    </span>
  );
}

/** Buttons that move an item up or down. Throws outside a {@link SortableList}. */
export const MoveButtons = () => (
  <div className="flex shrink-0">
    <MoveButton direction="up" />
    <MoveButton direction="down" />
  </div>
);

/** Not `disabled` at the end of the list, which would lose the focus. */
function MoveButton({ direction }: { direction: Direction }) {
  const { name, isFirst, isLast, step } = useItem();
  const Icon = direction === 'up' ? ChevronUp : ChevronDown;
  return (
    <IconButton
      label={`Move ${name} ${direction}`}
      data-step={direction}
      aria-disabled={direction === 'up' ? isFirst : isLast}
      onClick={() => step(direction)}
      className="aria-disabled:cursor-default aria-disabled:opacity-30 aria-disabled:hover:text-ink"
    >
      <Icon className="size-5" />
    </IconButton>
  );
}

/** A row that moves in the document loses the focus. This returns it to the pressed button. */
function useFocusAfterStep(items: readonly SortableItemData[]) {
  const ref = useRef<HTMLUListElement>(null);
  const button = useRef<{ id: string; direction: Direction }>(undefined);
  useLayoutEffect(() => {
    if (!button.current) return;
    const { id, direction } = button.current;
    button.current = undefined;
    const row = ref.current?.children[items.findIndex((item) => item.id === id)];
    row?.querySelector<HTMLElement>(`[data-step=${direction}]`)?.focus();
  }, [items]);
  const rememberButton = (id: string, direction: Direction) => {
    button.current = { id, direction };
  };
  return { ref, rememberButton };
}
