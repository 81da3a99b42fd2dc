import type { ComponentType, ReactNode } from 'react';

/** The link component, passed in so that the design system does not depend on the router. */
export type LinkComponent = ComponentType<{ to: string; className?: string; children?: ReactNode }>;
