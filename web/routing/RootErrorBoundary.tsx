import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';

/** For errors outside every route, where the router cannot help: offers to reload the document. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="mx-auto max-w-prose px-4 py-16">
        <h1>A string broke</h1>
        <p className="my-4 text-muted">Something went wrong. It is our fault, not yours.</p>
        <Button onClick={() => location.reload()} variant="primary">
          Load the page again
        </Button>
      </main>
    );
  }
}
