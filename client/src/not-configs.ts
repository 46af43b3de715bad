import type { Uri } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { effectiveScheme } from './config-documents.js';

/** Keeps documents from the server that only show configs: it would tell what is wrong with these a second time. */
export const withoutNotConfigs: Middleware = {
  didOpen: (document, next) => (isShown(document.uri) ? Promise.resolve() : next(document)),
  didChange: (event, next) => (isShown(event.document.uri) ? Promise.resolve() : next(event)),
  didSave: (document, next) => (isShown(document.uri) ? Promise.resolve() : next(document)),
  didClose: (document, next) => (isShown(document.uri) ? Promise.resolve() : next(document)),
  provideDiagnostics: (document, previous, token, next) =>
    isShown('uri' in document ? document.uri : document) ? undefined : next(document, previous, token),
};

function isShown({ scheme }: Uri): boolean {
  return scheme === effectiveScheme;
}
