/** The public attributes of a Series (pandas 2.2), which come before a label of that name. */
export const seriesNames: ReadonlySet<string> = new Set(
  `T abs add add_prefix add_suffix agg aggregate align all any apply argmax argmin argsort array asfreq asof astype at at_time attrs
  autocorr axes backfill between between_time bfill bool case_when cat clip combine combine_first compare convert_dtypes copy corr count
  cov cummax cummin cumprod cumsum describe diff div divide divmod dot drop drop_duplicates droplevel dropna dt dtype dtypes duplicated
  empty eq equals ewm expanding explode factorize ffill fillna filter first first_valid_index flags floordiv ge get groupby gt hasnans
  head hist iat idxmax idxmin iloc index infer_objects info interpolate is_monotonic_decreasing is_monotonic_increasing is_unique isin
  isna isnull item items keys kurt kurtosis last last_valid_index le list loc lt map mask max mean median memory_usage min mod mode mul
  multiply name nbytes ndim ne nlargest notna notnull nsmallest nunique pad pct_change pipe plot pop pow prod product quantile radd rank
  ravel rdiv rdivmod reindex reindex_like rename rename_axis reorder_levels repeat replace resample reset_index rfloordiv rmod rmul
  rolling round rpow rsub rtruediv sample searchsorted sem set_axis set_flags shape shift size skew sort_index sort_values sparse
  squeeze std str struct sub subtract sum swapaxes swaplevel tail take to_clipboard to_csv to_dict to_excel to_frame to_hdf to_json
  to_latex to_list to_markdown to_numpy to_period to_pickle to_sql to_string to_timestamp to_xarray tolist transform transpose truediv
  truncate tz_convert tz_localize unique unstack update value_counts values var view where xs`.split(/\s+/),
);

/** The public attributes of a DataFrame (pandas 2.2), which come before a column of that name. */
export const frameNames: ReadonlySet<string> = new Set(
  `T abs add add_prefix add_suffix agg aggregate align all any apply applymap asfreq asof assign astype at at_time attrs axes backfill
  between_time bfill bool boxplot clip columns combine combine_first compare convert_dtypes copy corr corrwith count cov cummax cummin
  cumprod cumsum describe diff div divide dot drop drop_duplicates droplevel dropna dtypes duplicated empty eq equals eval ewm expanding
  explode ffill fillna filter first first_valid_index flags floordiv from_dict from_records ge get groupby gt head hist iat idxmax
  idxmin iloc index infer_objects info insert interpolate isetitem isin isna isnull items iterrows itertuples join keys kurt kurtosis
  last last_valid_index le loc lt map mask max mean median melt memory_usage merge min mod mode mul multiply ndim ne nlargest notna
  notnull nsmallest nunique pad pct_change pipe pivot pivot_table plot pop pow prod product quantile query radd rank rdiv reindex
  reindex_like rename rename_axis reorder_levels replace resample reset_index rfloordiv rmod rmul rolling round rpow rsub rtruediv
  sample select_dtypes sem set_axis set_flags set_index shape shift size skew sort_index sort_values sparse squeeze stack std style sub
  subtract sum swapaxes swaplevel tail take to_clipboard to_csv to_dict to_excel to_feather to_gbq to_hdf to_html to_json to_latex
  to_markdown to_numpy to_orc to_parquet to_period to_pickle to_records to_sql to_stata to_string to_timestamp to_xarray to_xml
  transform transpose truediv truncate tz_convert tz_localize unstack update value_counts values var where xs`.split(/\s+/),
);
