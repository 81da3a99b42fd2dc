import type { ReactNode } from 'react';

const tones = {
  brass: 'bg-brass-metal text-on-brass',
  quiet: 'bg-sunken text-muted',
  green: 'bg-green-tint text-green',
  red: 'bg-red-tint text-red',
  walnut: 'bg-walnut text-on-walnut',
} as const;

/** A short label: Sale, Sold, Paid. The word carries the meaning, colour only supports it. */
export function Badge({
  tone = 'quiet',
  className = '',
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-sm px-2 py-0.5 text-sm leading-5 font-semibold ${tones[tone]} ${className}`}
    >
      {children}
    </span>
  );
}
