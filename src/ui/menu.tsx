import { ChevronDown, type LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useRef } from 'react';
import { Link, type LinkProps } from 'react-router';

const MenuContext = createContext<{ close: () => void }>({ close: () => {} });

interface MenuProps {
  label: ReactNode;
  /** The class of the button that opens it. */
  className: string;
  children: ReactNode;
}

/**
 * A button that opens a menu in a native popover. The popover closes on Escape and on a press
 * outside, and restores the focus. menu.css positions it.
 */
export function Menu({ label, className, children }: MenuProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        {label}
        <ChevronDown className="size-4" />
      </button>
      <div
        ref={ref}
        id={id}
        popover="auto"
        className="menu min-w-56 rounded-sm border border-hairline-strong bg-raised py-1.5 text-ink shadow-lift"
      >
        <MenuContext value={{ close: () => ref.current?.hidePopover?.() }}>
          <ul>{children}</ul>
        </MenuContext>
      </div>
    </>
  );
}

/** The class of a menu item. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 px-4 text-left text-[0.9375rem] transition-colors hover:bg-gold-wash hover:text-gold focus-visible:-outline-offset-2';

interface ItemProps {
  icon: LucideIcon;
  children: ReactNode;
}

/** A menu item with an action. */
export function MenuButton({ icon: Icon, children, onClick }: ItemProps & { onClick: () => void }) {
  const { close } = use(MenuContext);
  return (
    <li>
      <button
        type="button"
        className={menuItemClass}
        onClick={() => {
          close();
          onClick();
        }}
      >
        <Icon className="size-4.5 text-gold" />
        {children}
      </button>
    </li>
  );
}

/** A menu item with a link. */
export function MenuLink({ icon: Icon, children, ...link }: ItemProps & LinkProps) {
  const { close } = use(MenuContext);
  return (
    <li>
      <Link {...link} className={menuItemClass} onClick={close}>
        <Icon className="size-4.5 text-gold" />
        {children}
      </Link>
    </li>
  );
}
