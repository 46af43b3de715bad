;;; Run by editors.test.ts in Emacs in batch mode, after the init.el of docs/editors.md: opens eval_broken.py, and writes what the editor shows as JSON to the file $REPORT.  -*- lexical-binding: t -*-
(require 'cl-lib)
(require 'json)
(setq eglot-sync-connect 15 eglot-connect-timeout 15 enable-local-variables nil)
(setq project-find-functions (list (lambda (dir) (cons 'transient dir))))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 15)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.02))
    (unless (funcall condition) (error "Waited in vain for %s" what))))

(defun texts () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun has (text) (seq-some (lambda (each) (string-match-p (regexp-quote text) each)) (texts)))
(defun go (text behind)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) behind)))

(defvar report nil)
(defun note (key value) (push (cons key value) report))

(condition-case problem
    (progn
      (note 'version emacs-version)
      (find-file "eval_broken.py")
      (apply #'eglot (eglot--guess-contact))
      (wait-for "the server" #'eglot-current-server)
      (wait-for "diagnostics" (lambda () (flymake-start) (has "generate=True")))
      (note 'messages (vconcat (texts)))

      (go "input_columns=['riddle']" 2)
      (let (shown)
        (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
        (wait-for "a hover" (lambda () shown))
        (note 'hover (substring-no-properties shown)))

      (go "role='HUMAN', begin='Q" 6)
      (let* ((capf (eglot-completion-at-point)))
        (note 'completion (vconcat (mapcar #'substring-no-properties (all-completions "" (nth 2 capf))))))

      (go "word_problems_datasets" 2)
      (let ((place (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))
        (note 'definition (file-name-nondirectory (xref-location-group (xref-item-location place)))))

      (let ((diagnostic (seq-find (lambda (each) (string-match-p "no role\\|No role" (flymake-diagnostic-text each))) (flymake-diagnostics))))
        (goto-char (flymake-diagnostic-beg diagnostic)))
      (let* ((actions (eglot-code-actions (point) (point)))
             (fix (seq-find (lambda (each) (string-match-p "generate=True" (plist-get each :title))) actions)))
        (note 'offered (vconcat (mapcar (lambda (each) (plist-get each :title)) actions)))
        (eglot--apply-workspace-edit (plist-get fix :edit)))
      ;; Emacs tells of changes when it is idle, which it never is here.
      (eglot--signal-textDocument/didChange)
      (wait-for "the fix" (lambda () (flymake-start) (not (seq-some (lambda (each) (string-match-p "No role of this" each)) (texts)))))
      (note 'fixed (save-excursion (goto-char (point-min)) (if (search-forward "begin='A: ', end='\\n', generate=True" nil t 2) t :json-false)))

      (go "word_problems_datasets" 2)
      ;; It asks whether files that are not open may be changed.
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
        (eglot-rename "river_problems_datasets"))
      (note 'renamed
            (vconcat (delq nil (mapcar (lambda (buffer)
                                         (with-current-buffer buffer
                                           (and buffer-file-name
                                                (save-excursion (goto-char (point-min)) (search-forward "river_problems_datasets" nil t))
                                                (file-name-nondirectory buffer-file-name))))
                                       (buffer-list)))))
      (save-some-buffers t)

      (find-file "eval_demo.py")
      (wait-for "a second document" #'eglot-current-server)
      (prompt-preview)
      (note 'preview (with-current-buffer "*prompt*" (buffer-string))))
  (error (note 'problem (format "%S" problem))))

(with-temp-file (getenv "REPORT") (insert (json-encode report)))
(kill-emacs 0)
