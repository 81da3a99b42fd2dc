import type { ReactNode } from 'react';

/** Turns something on or off immediately. Its label says what, and does not change. */
export function Switch({
  label,
  isOn,
  isBusy = false,
  onTurn,
}: {
  label: ReactNode;
  isOn: boolean;
  /** It is being turned: further presses are ignored. */
  isBusy?: boolean;
  onTurn: () => void;
}) {
  return (
    <button
      aria-busy={isBusy || undefined}
      aria-checked={isOn}
      className="group/switch inline-flex min-h-9 items-center gap-2.5 rounded-md text-start font-semibold max-sm:min-h-11 pointer-coarse:min-h-11"
      onClick={() => {
        if (!isBusy) onTurn();
      }}
      role="switch"
      type="button"
    >
      <SwitchTrack isBusy={isBusy} isOn={isOn} />
      <span className="min-w-0">{label}</span>
    </button>
  );
}

/** The drawing of a switch, inside an element of the class `group/switch`. */
export function SwitchTrack({ isOn, isBusy }: { isOn: boolean; isBusy: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`relative h-6 w-10 shrink-0 rounded-full border transition ${
        isOn
          ? 'border-brass-edge bg-brass-metal'
          : 'border-line-strong bg-sunken group-hover/switch:border-ink'
      }`}
    >
      <span
        className={`absolute top-1/2 start-0.5 size-4.5 -translate-y-1/2 rounded-full transition ${
          isOn
            ? 'translate-x-4 rtl:-translate-x-4 bg-on-brass'
            : 'bg-line-strong group-hover/switch:bg-ink'
        } ${isBusy ? 'animate-spinner' : ''}`}
      />
    </span>
  );
}
