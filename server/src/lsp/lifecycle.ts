import { ErrorCodes, type NotificationMessage, type RequestMessage } from 'vscode-jsonrpc';

/** Requests before `initialize`, as the protocol numbers them (`LSPErrorCodes.ServerNotInitialized`). */
const notInitialized = -32002;

/** What becomes of a message of the client's. */
export type Admission =
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'refuse'; readonly code: number; readonly message: string }
  | { readonly kind: 'initialize' | 'shutdown' }
  | { readonly kind: 'exit'; readonly code: number };

const pass: Admission = { kind: 'pass' };
const drop: Admission = { kind: 'drop' };

/** In which order a client may say what: "Server lifecycle" of the Language Server Protocol 3.17. */
export class Lifecycle {
  private state: 'new' | 'running' | 'shut-down' = 'new';

  request({ method }: RequestMessage): Admission {
    if (this.state === 'shut-down') return refuse(ErrorCodes.InvalidRequest, `The server has been shut down: ${method} is not answered.`);
    if (method === 'initialize') return this.initialize();
    if (this.state === 'new') return refuse(notInitialized, `The server is not initialized yet: ${method} is not answered.`);
    if (method !== 'shutdown') return pass;
    this.state = 'shut-down';
    return { kind: 'shutdown' };
  }

  notification({ method }: NotificationMessage): Admission {
    if (method === 'exit') return { kind: 'exit', code: this.exitCode };
    return this.state === 'running' ? pass : drop;
  }

  /** Of a server that ends now. */
  get exitCode(): number {
    return this.state === 'shut-down' ? 0 : 1;
  }

  private initialize(): Admission {
    if (this.state === 'running') return refuse(ErrorCodes.InvalidRequest, 'The server is already initialized.');
    this.state = 'running';
    return { kind: 'initialize' };
  }
}

function refuse(code: number, message: string): Admission {
  return { kind: 'refuse', code, message };
}
