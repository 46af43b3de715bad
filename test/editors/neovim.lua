-- Run by editors.test.ts in a headless Neovim whose init.lua is that of docs/editors.md: opens eval_broken.py, and writes what the editor shows as JSON to the file $REPORT.
local report = { version = tostring(vim.version().major) .. '.' .. tostring(vim.version().minor) }

local function wait_for(what, condition)
  if not vim.wait(15000, condition, 20) then error('waited in vain for ' .. what) end
end

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.code or diagnostic.user_data.lsp.code)
  end
  return found
end

local function has(code)
  return vim.tbl_contains(codes(), code)
end

-- The cursor goes into a text of the buffer; `behind` counts from its start.
local function go(text, behind)
  local line = vim.fn.search('\\V' .. text, 'wc')
  assert(line > 0, text)
  vim.api.nvim_win_set_cursor(0, { line, vim.fn.col('.') - 1 + behind })
end

local function body()
  vim.cmd('edit eval_broken.py')
  wait_for('diagnostics', function() return has('no-generate-role') end)
  report.codes = codes()

  go("input_columns=['riddle']", 2)
  local windows = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  wait_for('a hover', function() return #vim.api.nvim_list_wins() > windows end)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      report.hover = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      vim.api.nvim_win_close(window, true)
    end
  end

  -- As <C-x><C-o> asks, which wants a window to draw its menu in.
  go("role='HUMAN', begin='Q", 6)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', vim.lsp.util.make_position_params(), 10000)
  local _, answer = next(answers)
  report.completion = vim.tbl_map(function(item) return item.word end, vim.lsp.util.text_document_completion_list_to_complete_items(answer.result, ''))

  report.definition = (function()
    go('word_problems_datasets', 2)
    vim.lsp.buf.definition()
    wait_for('the base', function() return vim.fn.expand('%:t') ~= 'eval_broken.py' end)
    local name = vim.fn.expand('%:t')
    vim.cmd('buffer eval_broken.py')
    return name
  end)()

  local offered
  vim.ui.select = function(items, options, choose)
    offered = vim.tbl_map(function(item) return options.format_item(item) end, items)
    for _, item in ipairs(items) do
      if options.format_item(item):find('generate=True', 1, true) then return choose(item) end
    end
  end
  vim.cmd("call search('begin=.A: .*)),\\?$', 'w')")
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    if (diagnostic.code or diagnostic.user_data.lsp.code) == 'no-generate-role' then
      vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
    end
  end
  vim.lsp.buf.code_action()
  wait_for('the fix', function() return not has('no-generate-role') end)
  report.offered = offered
  report.fixed = vim.fn.search('begin=.A: ., end=.\\\\n., generate=True', 'wn') > 0

  go('word_problems_datasets', 2)
  vim.lsp.buf.rename('river_problems_datasets')
  local function names_in(buffer)
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('river_problems_datasets', 1, true) ~= nil
  end
  wait_for('the rename', function() return names_in(0) end)
  report.renamed = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and names_in(buffer) then
      table.insert(report.renamed, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':t'))
    end
  end
  vim.cmd('wall')

  vim.cmd('edit! eval_demo.py')
  wait_for('a second document', function() return #vim.lsp.buf_get_clients(0) > 0 end)
  vim.cmd('PromptPreview')
  local function preview()
    local buffer = vim.fn.bufnr('Prompt Preview')
    return buffer == -1 and '' or table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  end
  wait_for('the preview', function() return preview():find('exactness', 1, true) ~= nil end)
  report.preview = preview()
  report.focus = vim.fn.expand('%:t')
end

local ok, problem = pcall(body)
if not ok then report.problem = tostring(problem) end
local file = assert(io.open(vim.env.REPORT, 'w'))
file:write(vim.fn.json_encode(report))
file:close()
vim.cmd('qall!')
