import { Pen } from './Pen.tsx';

/** A stave that frays at its end and a note that fell off it, for the not-found page. */
export function LostNote({ className = 'w-80' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 320 200">
      <ellipse className="fill-sunken" cx="226" cy="178" rx="56" ry="9" />
      <Pen>
        <path d="M16 48H196c18 0 24-14 38-16s20 10 12 16-18-1-13-8" />
        <path d="M16 64H204c22 0 34-6 50-4s26 14 18 20-17-3-11-9" />
        <path d="M16 80H206c24 0 36 8 46 18" />
        <path d="M16 96H200c18 0 30 12 34 24s-6 18-11 12 3-14 10-12" />
        <path d="M16 112H188c14 0 20 10 20 18" />
        <g className="fill-brass-metal">
          <rect height="69" rx="2" width="12" x="16" y="45.5" />
          <circle cx="52" cy="72" r="6" />
          <circle cx="52" cy="88" r="6" />
        </g>
        <path d="M37 48v64" strokeWidth="3.5" />
        <path d="M97 96V52l34-8v44" strokeWidth="3.5" />
        <path className="fill-ink" d="M97 52l34-8v9l-34 8z" />
        <g className="fill-ink">
          <ellipse cx="89" cy="97" rx="9" ry="6.5" transform="rotate(-20 89 97)" />
          <ellipse cx="123" cy="89" rx="9" ry="6.5" transform="rotate(-20 123 89)" />
        </g>
        <path d="M173 72V32" strokeWidth="3.5" />
        <ellipse
          className="fill-paper"
          cx="165"
          cy="73"
          rx="9"
          ry="6.5"
          strokeWidth="3.5"
          transform="rotate(-20 165 73)"
        />
        <g transform="rotate(64 222 160)">
          <path d="M231 160v-48c2 10 16 14 15 30" strokeWidth="3.5" />
          <ellipse
            className="fill-brass-metal"
            cx="221"
            cy="161"
            rx="12"
            ry="9"
            transform="rotate(-20 221 161)"
          />
        </g>
        <path className="stroke-muted" d="M196 146l-7-7M206 139l-3-10M188 158l-10-2" />
      </Pen>
    </svg>
  );
}
