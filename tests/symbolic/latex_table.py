"""What every further derivation displays, word for word: typed here, printed there."""

LATEX = {
    # parameters
    "dz_batch": r"{dz}^{(n)} = {u}^{(n)} \odot d\gamma + d\beta",
    "dL_batch": r"dL = \sum_{n=1}^{B} {{g_z}^{(n)}}^\top {dz}^{(n)}",
    "g_gamma_batch": r"g_\gamma = \sum_{n=1}^{B} {g_z}^{(n)} \odot {u}^{(n)}",
    "g_beta_batch": r"g_\beta = \sum_{n=1}^{B} {g_z}^{(n)}",
    "mean_loss": r"{g_z}^{(n)} = \frac{{g_\ell}^{(n)}}{B}",
    "g_gamma_mean_loss": r"g_\gamma = \frac{1}{B}\,\sum_{n=1}^{B} {g_\ell}^{(n)} \odot {u}^{(n)}",
    # matrix_form
    "matrix_c": r"c = h - \frac{\mathbf{1}\mathbf{1}^\top h}{d}",
    "centring": r"C = I - \frac{\mathbf{1}\mathbf{1}^\top}{d}",
    "matrix_v": r"v = \frac{c^\top c}{d}",
    "grad_v": r"\nabla v = \frac{2}{d}\,c",
    "grad_s_v": r"\nabla s = \frac{\nabla v}{2\,s}",
    "grad_s": r"\nabla s = \frac{u}{d}",
    "jacobian_quotient": r"J = \frac{C}{s} - \frac{c(\nabla s)^\top}{s^{2}}",
    "jacobian": (
        r"J = \frac{1}{s}\left(I - \frac{\mathbf{1}\mathbf{1}^\top}{d} -"
        r" \frac{uu^\top}{d}\right)"
    ),
    "jacobian_symmetric": r"J^\top = J",
    "g_h_transposed": r"g_h = J^\top a",
    "g_h_matrix": r"g_h = Ja",
    "g_h_outer": (
        r"g_h = \frac{1}{s}\left(a - \operatorname{mean}(a)\,\mathbf{1} - \operatorname{mean}(a"
        r" \odot u)\,u\right)"
    ),
    "coupling": r"J_{ij} = - \frac{1 + u_{i}\,u_{j}}{d\,s},\quad i \neq j",
    "coupling_self": r"J_{ii} = \frac{d - 1 - u_{i}^{2}}{d\,s}",
    "one_u": r"\mathbf{1}^\top u = 0",
    "norm_u": r"u^\top u = \frac{d \cdot v}{v + \varepsilon}",
    "eigen_one": r"J\mathbf{1} = 0",
    "eigen_u": r"Ju = \frac{\varepsilon}{v + \varepsilon}\,\frac{u}{s}",
    "eigen_c": r"Jc = \frac{\varepsilon}{v + \varepsilon}\,\frac{c}{s}",
    "eigen_rest": r"Jw = \frac{w}{s},\quad \mathbf{1}^\top w = 0,\quad u^\top w = 0,\quad d > 2",
    "jacobian_trace": (
        r"\operatorname{tr} J = \frac{d - 2 + \frac{\varepsilon}{v + \varepsilon}}{s}"
    ),
    "condition_number": r"\kappa = 1 + \frac{v}{\varepsilon},\quad \varepsilon > 0,\quad d > 2",
    "eigen_u_zero": r"Ju = 0,\quad \varepsilon = 0",
    "one_feature": r"g_h = 0,\quad d = 1",
    "two_features": (
        r"g_h = \frac{\varepsilon\,(a_{1} - a_{2})}{2\,s^{3}}\begin{pmatrix}1 \\"
        r" -1\end{pmatrix},\quad d = 2"
    ),
    "three_direction": (
        r"w = \begin{pmatrix}h_{2} - h_{3} \\ h_{3} - h_{1} \\ h_{1} - h_{2}\end{pmatrix},\quad"
        r" d = 3"
    ),
    "three_features": r"g_h = \frac{a^\top w}{9\,s^{3}}\,w,\quad d = 3,\quad \varepsilon = 0",
    "lone_outlier": r"(g_h)_{1} = 0,\quad \varepsilon = 0,\quad h = q\,\mathbf{1} + p\,e_1",
    # claims
    "influence": r"(\nabla v)_{i} = \frac{2\,c_{i}}{d}",
    "sum_g_h": r"\mathbf{1}^\top g_h = 0",
    "uniform_a": r"g_h = 0,\quad a = \alpha\,\mathbf{1}",
    "uniform_g_z": (
        r"g_h = \frac{\alpha\,(\gamma - \operatorname{mean}(\gamma)\,\mathbf{1} -"
        r" u\,\operatorname{mean}(\gamma \odot u))}{s},\quad g_z = \alpha\,\mathbf{1}"
    ),
    "variance_size": r"g_{h,\mathrm{variance}} = -\frac{u\,\operatorname{mean}(a \odot u)}{s}",
    "aligned_a": (
        r"g_h = \frac{\varepsilon}{v + \varepsilon}\,\frac{\alpha\,u}{s},\quad a = \alpha\,u"
    ),
    "created_gradient": (
        r"(g_h)_{1} = - \frac{u_{1}}{s}\, \operatorname{mean}_{j}\left(a_{j}\,u_{j}\right),\quad"
        r" a_{1} = 0,\quad \operatorname{mean}_{j} a_{j} = 0"
    ),
    "jacobian_squared": (
        r"JJ^\top = \frac{1}{s^{2}}\left(C - \frac{1 + \frac{\varepsilon}{v +"
        r" \varepsilon}}{d}\,uu^\top\right)"
    ),
    "expected_sum": r"(\operatorname{E} g_h^{2})_{i} = \operatorname{Var}(a)\,\sum_{j} J_{ij}^{2}",
    "expected_square": (
        r"(\operatorname{E} g_h^{2})_{i} = \frac{\operatorname{Var}(a)}{s^{2}}\left(1 -"
        r" \frac{1}{d} - \frac{u_{i}^{2}}{d}\left(1 + \frac{\varepsilon}{v +"
        r" \varepsilon}\right)\right)"
    ),
    "expected_square_zero": (
        r"(\operatorname{E} g_h^{2})_{i} = \frac{\operatorname{Var}(a)}{s^{2}}\left(1 -"
        r" \frac{1}{d} - \frac{u_{i}^{2}}{d}\right),\quad \varepsilon = 0"
    ),
    # epsilon_facts
    "surviving_share": r"1 - \operatorname{mean}(u \odot u) = \frac{\varepsilon}{v + \varepsilon}",
    "u_dot": r"u^\top g_h = \frac{\varepsilon}{v + \varepsilon}\,\frac{a^\top u}{s}",
    "c_dot": r"h^\top g_h = \frac{\varepsilon}{v + \varepsilon}\,a^\top u",
    "euler": r"h^\top g_h = \frac{\varepsilon}{v + \varepsilon}\,(g_z \odot \gamma)^\top u",
    "euler_gamma": r"h^\top g_h = \frac{\varepsilon}{v + \varepsilon}\,\gamma^\top g_\gamma",
    "dL_deps": r"\frac{\partial L}{\partial\varepsilon} = -\frac{a^\top u}{2(v + \varepsilon)}",
    "euler_epsilon": r"h^\top g_h = -2\varepsilon\,\frac{\partial L}{\partial\varepsilon}",
    "scaled_c": r"c(\lambda h) = \lambda\,c",
    "scaled_v": r"v(\lambda h) = \lambda^{2}\,v",
    "scaled_s": r"s(\lambda h;\,\lambda^{2}\varepsilon) = \lvert \lambda \rvert\,s",
    "scaled_u": r"u(\lambda h;\,\lambda^{2}\varepsilon) = \operatorname{sign}(\lambda)\,u",
    "scaled_g_h": r"g_h(\lambda h;\,\lambda^{2}\varepsilon) = \frac{g_h}{\lvert \lambda \rvert}",
    "g_h_length": (
        r"\lVert g_h \rVert^{2} = \frac{\lVert a - \operatorname{mean}(a)\,\mathbf{1} \rVert^{2}"
        r" - \frac{(a^\top u)^{2}\,(1 + \frac{\varepsilon}{v + \varepsilon})}{d}}{s^{2}}"
    ),
    "g_h_bound": (
        r"\lVert g_h \rVert \le \frac{\lVert a - \operatorname{mean}(a)\,\mathbf{1} \rVert}{s}"
    ),
    "worst_amplification": r"\frac{1}{s} \le \frac{1}{\sqrt{\varepsilon}},\quad \varepsilon > 0",
    "s_from_u": (
        r"s^{2} = \frac{\varepsilon}{1 - \operatorname{mean}(u \odot u)},\quad \varepsilon > 0"
    ),
    "c_from_u": (
        r"c = \frac{u\,\sqrt{\varepsilon}}{\sqrt{1 - \operatorname{mean}(u \odot u)}},\quad"
        r" \varepsilon > 0"
    ),
    "epsilon_forgotten_outside": (
        r"g_{h,\mathrm{forgot}} = g_h\,\sqrt{1 + \frac{\varepsilon}{v}},\quad v > 0"
    ),
    "epsilon_forgotten_error": (
        r"g_{h,\mathrm{forgot}} - g_h = g_h\,(\sqrt{1 + \frac{\varepsilon}{v}} - 1),\quad v > 0"
    ),
    # gamma_outside
    "printed": (
        r"g_{h,\mathrm{printed}} = \frac{\gamma \odot (g_z -"
        r" \operatorname{mean}(g_z)\,\mathbf{1} - u\,\operatorname{mean}(g_z \odot u))}{s}"
    ),
    "printed_gap": (
        r"(g_h)_{i} - (g_{h,\mathrm{printed}})_{i} = \frac{1}{s}\,"
        r" \operatorname{mean}_{j}\left(\left(\gamma_{i} - \gamma_{j}\right)\left(1 +"
        r" u_{i}\,u_{j}\right)(g_z)_{j}\right)"
    ),
    "printed_sum": (
        r"\mathbf{1}^\top g_{h,\mathrm{printed}} = \frac{g_z^\top \gamma - (\mathbf{1}^\top"
        r" \gamma)\,\operatorname{mean}(g_z) - (\gamma^\top u)\,\operatorname{mean}(g_z \odot"
        r" u)}{s}"
    ),
    "printed_equal": r"g_h = g_{h,\mathrm{printed}},\quad \gamma = \alpha\,\mathbf{1}",
    "two_values_length": r"m\,p^{2} + \frac{d - m}{p^{2}} = d,\quad m\,p = \frac{d - m}{p}",
    "printed_pairs": (
        r"(g_h)_{i} = (g_{h,\mathrm{printed}})_{i},\quad \varepsilon = 0,\quad \left(\gamma_{i}"
        r" - \gamma_{j}\right)\left(1 + u_{i}\,u_{j}\right) = 0"
    ),
    # second_derivative
    "a_tilde": r"\tilde a = a - \operatorname{mean}(a)\,\mathbf{1}",
    "g_h_tilde": r"g_h = \frac{1}{s}\left(\tilde a - \frac{a^\top u}{d}\,u\right)",
    "hessian_product": (
        r"\nabla_h^{2} L = -\frac{1}{s}\left(\frac{a^\top u}{d}\,J + \frac{ua^\top J}{d} +"
        r" g_h(\nabla s)^\top\right)"
    ),
    "hessian": (
        r"\nabla_h^{2} L = -\frac{1}{d\,s^{2}}\left((a^\top u)\,C + \tilde au^\top + u\tilde"
        r" a^\top - \frac{3\,(a^\top u)}{d}\,uu^\top\right)"
    ),
    "hessian_symmetric": r"{(\nabla_h^{2} L)}^\top = \nabla_h^{2} L",
    "hessian_one": r"(\nabla_h^{2} L)\mathbf{1} = 0",
    "hessian_c": r"(\nabla_h^{2} L)c = -g_h,\quad \varepsilon = 0",
    # rms_derivation
    "rms_r": r"r = \sqrt{\frac{1}{d}\,h^\top h + \varepsilon}",
    "rms_u": r"u = \frac{h}{r}",
    "rms_norm_u": r"u^\top u = \frac{d \cdot (r^{2} - \varepsilon)}{r^{2}}",
    "rms_dr": r"dr = \frac{h^\top dh}{d\,r}",
    "rms_du": r"du = \frac{dh}{r} - h\,\frac{dr}{r^{2}}",
    "rms_z": r"z = \gamma \odot u",
    "rms_a": r"a = g_z \odot \gamma",
    "rms_g_gamma": r"g_\gamma = g_z \odot u",
    "rms_dL": r"dL = \frac{a^\top dh}{r} - \frac{(a^\top h)(h^\top dh)}{d\,r^{3}}",
    "rms_g_h": r"g_h = \frac{a}{r} - \frac{(a^\top h)\,h}{d\,r^{3}}",
    "rms_g_h_means": r"g_h = \frac{a - u\,\operatorname{mean}(a \odot u)}{r}",
    "rms_sum": (
        r"\mathbf{1}^\top g_h = \frac{\mathbf{1}^\top a - (\mathbf{1}^\top"
        r" u)\,\operatorname{mean}(a \odot u)}{r}"
    ),
    "rms_dot": r"u^\top g_h = \frac{(a^\top u)\,\varepsilon}{r^{3}}",
    "rms_grad_r": r"\nabla r = \frac{u}{d}",
    "rms_jacobian": r"J = \frac{1}{r}\left(I - \frac{uu^\top}{d}\right)",
    "rms_eigen_u": r"Ju = \frac{\varepsilon}{r^{3}}\,u",
    "rms_eigen_rest": r"Jw = \frac{w}{r},\quad u^\top w = 0",
    "rms_eigen_one": r"J\mathbf{1} = \frac{\mathbf{1}}{r} - \frac{\operatorname{mean}(u)}{r}\,u",
    # norm_family
    "layer_norm": (
        r"(g_h)_{ni} = \frac{1}{s_{n}}\left((g_z)_{ni}\,\gamma_{i} -"
        r" \operatorname{mean}_{i'}\left((g_z)_{ni'}\,\gamma_{i'}\right) - u_{ni}\,"
        r" \operatorname{mean}_{i'}\left((g_z)_{ni'}\,\gamma_{i'}\,u_{ni'}\right)\right)"
    ),
    "layer_norm_gamma": r"(g_\gamma)_{i} = \sum_{n} (g_z)_{ni}\,u_{ni}",
    "rms_norm": (
        r"(g_h)_{ni} = \frac{1}{s_{n}}\left((g_z)_{ni}\,\gamma_{i} - u_{ni}\,"
        r" \operatorname{mean}_{i'}\left((g_z)_{ni'}\,\gamma_{i'}\,u_{ni'}\right)\right)"
    ),
    "rms_norm_gamma": r"(g_\gamma)_{i} = \sum_{n} (g_z)_{ni}\,u_{ni}",
    "batch_norm": (
        r"(g_h)_{ni} = \frac{1}{s_{i}}\left((g_z)_{ni}\,\gamma_{i} -"
        r" \operatorname{mean}_{n'}\left((g_z)_{n'i}\,\gamma_{i}\right) - u_{ni}\,"
        r" \operatorname{mean}_{n'}\left((g_z)_{n'i}\,\gamma_{i}\,u_{n'i}\right)\right)"
    ),
    "batch_norm_outside": (
        r"(g_h)_{ni} = \frac{\gamma_{i}}{s_{i}}\left((g_z)_{ni} - \operatorname{mean}_{n'}"
        r" (g_z)_{n'i} - u_{ni}\,"
        r" \operatorname{mean}_{n'}\left((g_z)_{n'i}\,u_{n'i}\right)\right)"
    ),
    "batch_norm_gamma": r"(g_\gamma)_{i} = \sum_{n} (g_z)_{ni}\,u_{ni}",
    "batch_norm_images": (
        r"(g_h)_{nip} = \frac{1}{s_{i}}\left((g_z)_{nip}\,\gamma_{i} -"
        r" \operatorname{mean}_{n'p'}\left((g_z)_{n'ip'}\,\gamma_{i}\right) - u_{nip}\,"
        r" \operatorname{mean}_{n'p'}\left((g_z)_{n'ip'}\,\gamma_{i}\,u_{n'ip'}\right)\right)"
    ),
    "batch_norm_images_outside": (
        r"(g_h)_{nip} = \frac{\gamma_{i}}{s_{i}}\left((g_z)_{nip} - \operatorname{mean}_{n'p'}"
        r" (g_z)_{n'ip'} - u_{nip}\,"
        r" \operatorname{mean}_{n'p'}\left((g_z)_{n'ip'}\,u_{n'ip'}\right)\right)"
    ),
    "batch_norm_images_gamma": r"(g_\gamma)_{i} = \sum_{n, p} (g_z)_{nip}\,u_{nip}",
    "instance_norm": (
        r"(g_h)_{nip} = \frac{1}{s_{ni}}\left((g_z)_{nip}\,\gamma_{i} -"
        r" \operatorname{mean}_{p'}\left((g_z)_{nip'}\,\gamma_{i}\right) - u_{nip}\,"
        r" \operatorname{mean}_{p'}\left((g_z)_{nip'}\,\gamma_{i}\,u_{nip'}\right)\right)"
    ),
    "instance_norm_outside": (
        r"(g_h)_{nip} = \frac{\gamma_{i}}{s_{ni}}\left((g_z)_{nip} - \operatorname{mean}_{p'}"
        r" (g_z)_{nip'} - u_{nip}\,"
        r" \operatorname{mean}_{p'}\left((g_z)_{nip'}\,u_{nip'}\right)\right)"
    ),
    "instance_norm_gamma": r"(g_\gamma)_{i} = \sum_{n, p} (g_z)_{nip}\,u_{nip}",
    "group_norm": (
        r"(g_h)_{nqmp} = \frac{1}{s_{nq}}\left((g_z)_{nqmp}\,\gamma_{qm} -"
        r" \operatorname{mean}_{m'p'}\left((g_z)_{nqm'p'}\,\gamma_{qm'}\right) - u_{nqmp}\,"
        r" \operatorname{mean}_{m'p'}\left((g_z)_{nqm'p'}\,\gamma_{qm'}\,u_{nqm'p'}\right)\right)"
    ),
    "group_norm_gamma": r"(g_\gamma)_{qm} = \sum_{n, p} (g_z)_{nqmp}\,u_{nqmp}",
}
