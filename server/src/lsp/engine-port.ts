import { AbstractMessageWriter, Message, type MessageWriter, type RequestMessage } from 'vscode-jsonrpc';

/**
 * A notification or an answer of an engine's, written down as the client gets it: the relay need not take it apart, and a text goes from thread to thread
 * for less than an object does.
 */
export interface Written {
  readonly json: string;
  /** The request that it answers; absent of a notification. */
  readonly answers?: RequestMessage['id'];
}

/** @param message of an engine's: its own requests come as they are, for the relay gives them other numbers */
export function isWritten(message: RequestMessage | Written): message is Written {
  return 'json' in message;
}

/** Writes an engine's messages to the relay at the other end of a port. */
export class EnginePortWriter extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly port: { postMessage(message: unknown): void }) {
    super();
  }

  write(message: Message): Promise<void> {
    this.port.postMessage(Message.isRequest(message) ? message : written(message));
    return Promise.resolve();
  }

  end(): void {
    // The port is the relay's to close.
  }
}

function written(message: Message): Written {
  const json = JSON.stringify(message);
  return Message.isResponse(message) && message.id !== null ? { json, answers: message.id } : { json };
}
