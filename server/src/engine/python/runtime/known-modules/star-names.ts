/**
 * The names that `from module import *` gives, by module, in CPython 3.11's order (`__all__`, else all that begin with no underscore). Modules whose names
 * depend on the machine (`os`, `socket`) are left out. `functions` are functions in Python and modules, which mmengine's plain path drops.
 */
const texts: Readonly<Record<string, { readonly kept: string; readonly functions: string }>> = {
  abc: {
    kept: 'abstractclassmethod abstractstaticmethod abstractproperty get_cache_token ABCMeta ABC',
    functions: 'abstractmethod update_abstractmethods',
  },
  argparse: {
    kept:
      'ArgumentParser ArgumentError ArgumentTypeError BooleanOptionalAction FileType HelpFormatter ArgumentDefaultsHelpFormatter ' +
      'RawDescriptionHelpFormatter RawTextHelpFormatter MetavarTypeHelpFormatter Namespace Action ONE_OR_MORE OPTIONAL PARSER REMAINDER ' +
      'SUPPRESS ZERO_OR_MORE',
    functions: '',
  },
  ast: {
    kept:
      'AST PyCF_ALLOW_TOP_LEVEL_AWAIT PyCF_ONLY_AST PyCF_TYPE_COMMENTS mod Module Interactive Expression FunctionType stmt FunctionDef ' +
      'AsyncFunctionDef ClassDef Return Delete Assign AugAssign AnnAssign For AsyncFor While If With AsyncWith Match Raise Try TryStar ' +
      'Assert Import ImportFrom Global Nonlocal Expr Pass Break Continue expr BoolOp NamedExpr BinOp UnaryOp Lambda IfExp Dict Set ' +
      'ListComp SetComp DictComp GeneratorExp Await Yield YieldFrom Compare Call FormattedValue JoinedStr Constant Attribute Subscript ' +
      'Starred Name List Tuple Slice expr_context Load Store Del boolop And Or operator Add Sub Mult MatMult Div Mod Pow LShift RShift ' +
      'BitOr BitXor BitAnd FloorDiv unaryop Invert Not UAdd USub cmpop Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn comprehension ' +
      'excepthandler ExceptHandler arguments arg keyword alias withitem match_case pattern MatchValue MatchSingleton MatchSequence ' +
      'MatchMapping MatchClass MatchStar MatchAs MatchOr type_ignore TypeIgnore nullcontext IntEnum auto NodeVisitor NodeTransformer ' +
      'Num Str Bytes NameConstant Ellipsis slice Index ExtSlice Suite AugLoad AugStore Param',
    functions:
      'sys contextmanager parse literal_eval dump copy_location fix_missing_locations increment_lineno iter_fields iter_child_nodes ' +
      'get_docstring get_source_segment walk unparse main',
  },
  base64: {
    kept: '',
    functions:
      'encode decode encodebytes decodebytes b64encode b64decode b32encode b32decode b32hexencode b32hexdecode b16encode b16decode ' +
      'b85encode b85decode a85encode a85decode standard_b64encode standard_b64decode urlsafe_b64encode urlsafe_b64decode',
  },
  bisect: { kept: 'insort_right bisect_right insort_left bisect_left bisect insort', functions: '' },
  calendar: {
    kept:
      'IllegalMonthError IllegalWeekdayError firstweekday monthcalendar prmonth month prcal calendar month_name month_abbr day_name ' +
      'day_abbr Calendar TextCalendar HTMLCalendar LocaleTextCalendar LocaleHTMLCalendar weekheader MONDAY TUESDAY WEDNESDAY THURSDAY ' +
      'FRIDAY SATURDAY SUNDAY',
    functions: 'setfirstweekday isleap leapdays weekday monthrange timegm',
  },
  collections: { kept: 'ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque', functions: 'namedtuple' },
  'collections.abc': {
    kept:
      'Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator Generator Reversible Sized Container ' +
      'Callable Collection Set MutableSet Mapping MutableMapping MappingView KeysView ItemsView ValuesView Sequence MutableSequence ' +
      'ByteString',
    functions: '',
  },
  contextlib: {
    kept:
      'closing nullcontext AbstractContextManager AbstractAsyncContextManager AsyncExitStack ContextDecorator ExitStack redirect_stdout ' +
      'redirect_stderr suppress aclosing chdir',
    functions: 'asynccontextmanager contextmanager',
  },
  copy: { kept: 'Error', functions: 'copy deepcopy' },
  csv: {
    kept:
      'QUOTE_MINIMAL QUOTE_ALL QUOTE_NONNUMERIC QUOTE_NONE Error Dialect __doc__ excel excel_tab field_size_limit reader writer ' +
      'register_dialect get_dialect list_dialects Sniffer unregister_dialect __version__ DictReader DictWriter unix_dialect',
    functions: '',
  },
  dataclasses: {
    kept: 'Field FrozenInstanceError InitVar KW_ONLY MISSING',
    functions: 'dataclass field fields asdict astuple make_dataclass replace is_dataclass',
  },
  datetime: { kept: 'date datetime time timedelta timezone tzinfo MINYEAR MAXYEAR UTC', functions: '' },
  decimal: {
    kept:
      'getcontext setcontext localcontext Decimal Context DecimalTuple DecimalException Clamped Rounded Inexact Subnormal Underflow ' +
      'Overflow DivisionByZero FloatOperation InvalidOperation ConversionSyntax DivisionImpossible DivisionUndefined InvalidContext ' +
      'DefaultContext HAVE_CONTEXTVAR HAVE_THREADS BasicContext ExtendedContext MAX_PREC MAX_EMAX MIN_EMIN MIN_ETINY ROUND_UP ' +
      'ROUND_DOWN ROUND_CEILING ROUND_FLOOR ROUND_HALF_UP ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_05UP',
    functions: '',
  },
  enum: {
    kept:
      'EnumType EnumMeta Enum IntEnum StrEnum Flag IntFlag ReprEnum auto property verify member nonmember FlagBoundary STRICT CONFORM ' +
      'EJECT KEEP EnumCheck CONTINUOUS NAMED_FLAGS UNIQUE',
    functions: 'unique global_flag_repr global_enum_repr global_str global_enum pickle_by_global_name pickle_by_enum_name',
  },
  fractions: { kept: 'Fraction', functions: '' },
  functools: {
    kept: 'WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cmp_to_key reduce partial partialmethod singledispatchmethod cached_property',
    functions: 'update_wrapper wraps total_ordering cache lru_cache singledispatch',
  },
  glob: { kept: '', functions: 'glob iglob escape' },
  hashlib: {
    kept:
      'md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_224 sha3_256 sha3_384 sha3_512 shake_128 shake_256 ' +
      'algorithms_guaranteed algorithms_available pbkdf2_hmac',
    functions: 'new file_digest',
  },
  heapq: { kept: 'heappush heappop heapify heapreplace heappushpop', functions: 'merge nlargest nsmallest' },
  html: { kept: '', functions: 'escape unescape' },
  importlib: { kept: '', functions: '__import__ import_module invalidate_caches reload' },
  inspect: {
    kept:
      'ArgInfo Arguments Attribute BlockFinder BoundArguments CORO_CLOSED CORO_CREATED CORO_RUNNING CORO_SUSPENDED CO_ASYNC_GENERATOR ' +
      'CO_COROUTINE CO_GENERATOR CO_ITERABLE_COROUTINE CO_NESTED CO_NEWLOCALS CO_NOFREE CO_OPTIMIZED CO_VARARGS CO_VARKEYWORDS ' +
      'ClassFoundException ClosureVars EndOfBlock FrameInfo FullArgSpec GEN_CLOSED GEN_CREATED GEN_RUNNING GEN_SUSPENDED Parameter ' +
      'Signature TPFLAGS_IS_ABSTRACT Traceback',
    functions:
      'classify_class_attrs cleandoc currentframe findsource formatannotation formatannotationrelativeto formatargvalues ' +
      'get_annotations getabsfile getargs getargvalues getattr_static getblock getcallargs getclasstree getclosurevars getcomments ' +
      'getcoroutinelocals getcoroutinestate getdoc getfile getframeinfo getfullargspec getgeneratorlocals getgeneratorstate ' +
      'getinnerframes getlineno getmembers getmembers_static getmodule getmodulename getmro getouterframes getsource getsourcefile ' +
      'getsourcelines indentsize isabstract isasyncgen isasyncgenfunction isawaitable isbuiltin isclass iscode iscoroutine ' +
      'iscoroutinefunction isdatadescriptor isframe isfunction isgenerator isgeneratorfunction isgetsetdescriptor ismemberdescriptor ' +
      'ismethod ismethoddescriptor ismethodwrapper ismodule isroutine istraceback signature stack trace unwrap walktree',
  },
  io: {
    kept:
      'BlockingIOError open open_code IOBase RawIOBase FileIO BytesIO StringIO BufferedIOBase BufferedReader BufferedWriter ' +
      'BufferedRWPair BufferedRandom TextIOBase TextIOWrapper UnsupportedOperation SEEK_SET SEEK_CUR SEEK_END DEFAULT_BUFFER_SIZE ' +
      'text_encoding IncrementalNewlineDecoder',
    functions: '',
  },
  itertools: {
    kept:
      'tee accumulate combinations combinations_with_replacement cycle dropwhile takewhile islice starmap chain compress filterfalse ' +
      'count zip_longest pairwise permutations product repeat groupby',
    functions: '',
  },
  json: { kept: 'JSONDecoder JSONDecodeError JSONEncoder', functions: 'dump dumps load loads' },
  logging: {
    kept:
      'BASIC_FORMAT BufferingFormatter CRITICAL DEBUG ERROR FATAL FileHandler Filter Formatter Handler INFO LogRecord Logger ' +
      'LoggerAdapter NOTSET NullHandler StreamHandler WARN WARNING lastResort raiseExceptions',
    functions:
      'addLevelName basicConfig captureWarnings critical debug disable error exception fatal getLevelName getLogger getLoggerClass info ' +
      'log makeLogRecord setLoggerClass shutdown warn warning getLogRecordFactory setLogRecordFactory getLevelNamesMapping',
  },
  math: {
    kept:
      'acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist erf erfc exp exp2 expm1 fabs factorial floor ' +
      'fmod frexp fsum gamma gcd hypot isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log1p log10 log2 modf pow radians ' +
      'remainder sin sinh sqrt tan tanh trunc prod perm comb nextafter ulp pi e tau inf nan',
    functions: '',
  },
  numbers: { kept: 'Number Complex Real Rational Integral', functions: '' },
  operator: {
    kept:
      'abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift ' +
      'imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter itruediv ixor le length_hint lshift lt ' +
      'matmul methodcaller mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor',
    functions: '',
  },
  'os.path': {
    kept: 'curdir pardir sep pathsep defpath altsep extsep devnull supports_unicode_filenames',
    functions:
      'normcase isabs join splitdrive split splitext basename dirname commonprefix getsize getmtime getatime getctime islink exists ' +
      'lexists isdir isfile ismount expanduser expandvars normpath abspath samefile sameopenfile samestat realpath relpath commonpath',
  },
  pathlib: { kept: 'PurePath PurePosixPath PureWindowsPath Path PosixPath WindowsPath', functions: '' },
  pickle: {
    kept:
      'PickleError PicklingError UnpicklingError Pickler Unpickler dump dumps load loads PickleBuffer ADDITEMS APPEND APPENDS BINBYTES ' +
      'BINBYTES8 BINFLOAT BINGET BININT BININT1 BININT2 BINPERSID BINPUT BINSTRING BINUNICODE BINUNICODE8 BUILD BYTEARRAY8 ' +
      'DEFAULT_PROTOCOL DICT DUP EMPTY_DICT EMPTY_LIST EMPTY_SET EMPTY_TUPLE EXT1 EXT2 EXT4 FALSE FLOAT FRAME FROZENSET GET GLOBAL ' +
      'HIGHEST_PROTOCOL INST INT LIST LONG LONG1 LONG4 LONG_BINGET LONG_BINPUT MARK MEMOIZE NEWFALSE NEWOBJ NEWOBJ_EX NEWTRUE ' +
      'NEXT_BUFFER NONE OBJ PERSID POP POP_MARK PROTO PUT READONLY_BUFFER REDUCE SETITEM SETITEMS SHORT_BINBYTES SHORT_BINSTRING ' +
      'SHORT_BINUNICODE STACK_GLOBAL STOP STRING TRUE TUPLE TUPLE1 TUPLE2 TUPLE3 UNICODE',
    functions: '',
  },
  platform: {
    kept: 'uname_result',
    functions:
      'collections os re sys functools itertools libc_ver win32_is_iot win32_edition win32_ver mac_ver java_ver system_alias ' +
      'architecture uname system node release version machine processor python_implementation python_version python_version_tuple ' +
      'python_branch python_revision python_build python_compiler platform freedesktop_os_release',
  },
  pprint: { kept: 'PrettyPrinter', functions: 'pprint pformat isreadable isrecursive saferepr pp' },
  random: {
    kept:
      'Random SystemRandom betavariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate normalvariate ' +
      'paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate',
    functions: '',
  },
  re: {
    kept: 'error Pattern Match A I L M S X U ASCII IGNORECASE LOCALE MULTILINE DOTALL VERBOSE UNICODE NOFLAG RegexFlag',
    functions: 'match fullmatch search sub subn split findall finditer compile purge template escape',
  },
  secrets: { kept: 'choice randbits SystemRandom compare_digest', functions: 'randbelow token_bytes token_hex token_urlsafe' },
  shutil: {
    kept: 'Error SpecialFileError ExecError SameFileError',
    functions:
      'copyfileobj copyfile copymode copystat copy copy2 copytree move rmtree make_archive get_archive_formats register_archive_format ' +
      'unregister_archive_format get_unpack_formats register_unpack_format unregister_unpack_format unpack_archive ignore_patterns ' +
      'chown which get_terminal_size disk_usage',
  },
  statistics: {
    kept: 'NormalDist StatisticsError',
    functions:
      'correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median median_grouped median_high median_low ' +
      'mode multimode pstdev pvariance quantiles stdev variance',
  },
  string: {
    kept: 'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation whitespace Formatter Template',
    functions: 'capwords',
  },
  struct: { kept: 'calcsize pack pack_into unpack unpack_from iter_unpack Struct error', functions: '' },
  subprocess: {
    kept: 'Popen PIPE STDOUT CalledProcessError DEVNULL SubprocessError TimeoutExpired CompletedProcess',
    functions: 'call check_call getstatusoutput getoutput check_output run',
  },
  sys: {
    kept:
      'addaudithook audit breakpointhook displayhook exception exc_info excepthook exit getdefaultencoding getdlopenflags ' +
      'getallocatedblocks getfilesystemencoding getfilesystemencodeerrors getrefcount getrecursionlimit getsizeof intern is_finalizing ' +
      'setswitchinterval getswitchinterval setdlopenflags setprofile getprofile setrecursionlimit settrace gettrace call_tracing ' +
      'set_coroutine_origin_tracking_depth get_coroutine_origin_tracking_depth set_asyncgen_hooks get_asyncgen_hooks unraisablehook ' +
      'get_int_max_str_digits set_int_max_str_digits modules stderr version hexversion api_version copyright platform maxsize ' +
      'float_info int_info hash_info maxunicode builtin_module_names stdlib_module_names byteorder abiflags version_info implementation ' +
      'flags float_repr_style thread_info meta_path path_importer_cache path_hooks path executable prefix base_prefix exec_prefix ' +
      'base_exec_prefix platlibdir pycache_prefix argv orig_argv warnoptions dont_write_bytecode stdin stdout',
    functions: '',
  },
  tempfile: {
    kept: 'SpooledTemporaryFile TemporaryDirectory TMP_MAX tempdir',
    functions: 'NamedTemporaryFile TemporaryFile mkstemp mkdtemp mktemp gettempprefix gettempdir gettempprefixb gettempdirb',
  },
  textwrap: { kept: 'TextWrapper', functions: 'wrap fill dedent indent shorten' },
  threading: {
    kept:
      'get_ident Condition TIMEOUT_MAX Event Lock Semaphore BoundedSemaphore Thread Barrier BrokenBarrierError Timer ThreadError local ' +
      'stack_size excepthook ExceptHookArgs get_native_id',
    functions: 'active_count current_thread enumerate main_thread RLock setprofile settrace gettrace getprofile',
  },
  time: {
    kept:
      'time time_ns clock_gettime clock_gettime_ns clock_settime clock_settime_ns clock_getres pthread_getcpuclockid sleep gmtime ' +
      'localtime asctime ctime mktime strftime strptime tzset monotonic monotonic_ns process_time process_time_ns thread_time ' +
      'thread_time_ns perf_counter perf_counter_ns get_clock_info timezone altzone daylight tzname CLOCK_REALTIME CLOCK_MONOTONIC ' +
      'CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_THREAD_CPUTIME_ID CLOCK_BOOTTIME CLOCK_TAI struct_time',
    functions: '',
  },
  traceback: {
    kept: 'FrameSummary StackSummary TracebackException',
    functions:
      'extract_stack extract_tb format_exception format_exception_only format_list format_stack format_tb print_exc format_exc ' +
      'print_exception print_last print_stack print_tb clear_frames walk_stack walk_tb',
  },
  types: {
    kept:
      'FunctionType LambdaType CodeType MappingProxyType SimpleNamespace CellType GeneratorType CoroutineType AsyncGeneratorType ' +
      'MethodType BuiltinFunctionType BuiltinMethodType WrapperDescriptorType MethodWrapperType MethodDescriptorType ' +
      'ClassMethodDescriptorType ModuleType TracebackType FrameType GetSetDescriptorType MemberDescriptorType DynamicClassAttribute ' +
      'GenericAlias UnionType EllipsisType NoneType NotImplementedType',
    functions: 'new_class resolve_bases prepare_class coroutine',
  },
  typing: {
    kept:
      'Annotated Any Callable ClassVar Concatenate Final ForwardRef Generic Literal Optional ParamSpec Protocol Tuple Type TypeVar ' +
      'TypeVarTuple Union AbstractSet ByteString Container ContextManager Hashable ItemsView Iterable Iterator KeysView Mapping ' +
      'MappingView MutableMapping MutableSequence MutableSet Sequence Sized ValuesView Awaitable AsyncIterator AsyncIterable Coroutine ' +
      'Collection AsyncGenerator AsyncContextManager Reversible SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex ' +
      'SupportsInt SupportsRound ChainMap Counter Deque Dict DefaultDict List OrderedDict Set FrozenSet Generator BinaryIO IO Match ' +
      'Pattern TextIO AnyStr LiteralString Never NewType NoReturn NotRequired ParamSpecArgs ParamSpecKwargs Required Self Text ' +
      'TYPE_CHECKING TypeAlias TypeGuard Unpack',
    functions:
      'NamedTuple TypedDict assert_type assert_never cast clear_overloads dataclass_transform final get_args get_origin get_overloads ' +
      'get_type_hints is_typeddict no_type_check no_type_check_decorator overload reveal_type runtime_checkable',
  },
  uuid: {
    kept:
      'Enum RESERVED_NCS RFC_4122 RESERVED_MICROSOFT RESERVED_FUTURE int_ bytes_ SafeUUID UUID NAMESPACE_DNS NAMESPACE_URL ' +
      'NAMESPACE_OID NAMESPACE_X500',
    functions: 'os sys platform getnode uuid1 uuid3 uuid4 uuid5',
  },
  warnings: { kept: 'warn warn_explicit catch_warnings', functions: 'showwarning formatwarning filterwarnings simplefilter resetwarnings' },
};

/** What `from module import *` gives, those that are kept first; undefined where that is not known. */
export function starNames(module: string): readonly string[] | undefined {
  const text = Object.hasOwn(texts, module) ? texts[module] : undefined;
  return text && [...words(text.kept), ...words(text.functions)];
}

/** Whether a public name of a module is a function written in Python, or a module. */
export function isPythonFunction(module: string, name: string): boolean {
  return Object.hasOwn(texts, module) && words(texts[module]!.functions).includes(name);
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
